import { loadScript, type PayPalNamespace, type PayPalScriptOptions } from '@paypal/paypal-js'
import t from 'tap'

import { loadSdk, type LoadSdkOptions } from '#app/checkout/paypal/show-buttons.ts'
import { createFakeClock } from '#test/support/fake-clock.ts'

const SDK: PayPalNamespace = { version: 'of the test' }

interface Scene extends Partial<Pick<LoadSdkOptions, 'country' | 'readCart'>> {
  /** What becomes of each try to load the script. */
  tries?: (PayPalNamespace | Error | 'never')[]
}

function scene({ tries = [SDK], ...rest }: Scene) {
  const asked: PayPalScriptOptions[] = []
  const reported: string[] = []
  const order: string[] = []
  const clock = createFakeClock()
  const options: LoadSdkOptions = {
    account: { clientId: 'c1', environment: 'sandbox' },
    country: 'IL',
    nonce: 'n0',
    readCart: async () => {
      order.push('cart')
      return { currency_code: 'ils' }
    },
    loadScript: async (script) => {
      order.push('script')
      asked.push(script)
      const end = tries[asked.length - 1]
      if (end instanceof Error) throw end
      return end === 'never' || end === undefined ? new Promise<never>(() => {}) : end
    },
    after: clock.after,
    log: (text) => reported.push(text),
    ...rest,
  }
  return { options, asked, reported, order, clock }
}

t.test('the script is asked for after the cart, in its currency, as the shop wants it', async (t) => {
  const { options, asked, reported, order } = scene({})
  t.equal(await loadSdk(options), SDK)
  t.same(order, ['cart', 'script'])
  t.same(asked, [
    {
      clientId: 'c1',
      environment: 'sandbox',
      currency: 'ILS',
      locale: 'en_IL',
      intent: 'capture',
      enableFunding: ['paypal', 'applepay'],
      commit: true,
      debug: false,
      dataCspNonce: 'n0',
    },
  ])
  t.same(reported, [])
})

t.test('the script comes from PayPal, or from its sandbox', async (t) => {
  for (const [environment, address] of [
    ['sandbox', 'https://www.sandbox.paypal.com/sdk/js'],
    ['production', 'https://www.paypal.com/sdk/js'],
  ] as const) {
    const scripts: string[] = []
    const insertBefore = ({ src, onload }: { src: string; onload: () => void }) => {
      scripts.push(src)
      onload()
    }
    const createElement = () => ({ setAttribute: () => undefined })
    const page = { querySelector: () => null, createElement, head: { insertBefore } } as unknown as Document
    t.intercept(globalThis, 'document', { value: page, configurable: true })
    t.intercept(globalThis, 'window', { value: { paypal: SDK } as never, configurable: true })
    const { options } = scene({})
    t.equal(await loadSdk({ ...options, account: { clientId: 'c1', environment }, loadScript }), SDK)
    t.same(
      scripts.map((src) => src.split('?')[0]),
      [address],
    )
  }
})

t.test('without a cart the currency is that of the country, and said to the log', async (t) => {
  const readCart = () => Promise.reject(new Error('the shop is away'))
  for (const [country, currency] of [
    ['IL', 'ILS'],
    ['AE', 'USD'],
    ['RU', 'USD'],
  ] as const) {
    const { options, asked, reported } = scene({ readCart, country })
    t.equal(await loadSdk(options), SDK)
    t.match(asked, [{ currency, locale: `en_${country}` }])
    t.same(reported, ['Cart initialization failed, using default currency'])
  }
})

t.test('a language that PayPal does not know is replaced once by one that it does', async (t) => {
  const { options, asked, reported } = scene({ tries: [new Error('400'), SDK] })
  t.equal(await loadSdk(options), SDK)
  t.match(asked, [
    { locale: 'en_IL', currency: 'ILS' },
    { locale: 'en_GB', currency: 'ILS' },
  ])
  t.same(reported, ['Failed to load PayPal SDK'])
})

t.test('a currency that PayPal does not take is replaced by the default', async (t) => {
  const readCart = () => Promise.resolve({ currency_code: 'AED' })
  const { options, asked } = scene({ tries: [new Error('400'), SDK], readCart, country: 'AE' })
  await loadSdk(options)
  t.match(asked, [{ currency: 'AED' }, { currency: 'USD', locale: 'en_GB' }])
})

t.test('a script that does not come leaves the checkout without it', async (t) => {
  const { options, asked, reported } = scene({ tries: [new Error('blocked'), new Error('blocked')] })
  t.equal(await loadSdk(options), null)
  t.equal(asked.length, 2, 'tried twice')
  t.same(reported, [
    'Failed to load PayPal SDK',
    'Failed to load PayPal SDK',
    'PayPal SDK not available, checkout may be limited',
  ])
})

t.test('nobody waits longer than four seconds for it', async (t) => {
  const { options, asked, reported, clock } = scene({ tries: ['never'] })
  let result: unknown = 'waiting'
  const loading = loadSdk(options).then((sdk) => (result = sdk))
  await clock.pass(3_999)
  t.equal(result, 'waiting')
  await clock.pass(1)
  await loading
  t.equal(result, null)
  t.equal(asked.length, 1)
  t.same(reported, ['Failed to load PayPal SDK', 'PayPal SDK not available, checkout may be limited'])
})
