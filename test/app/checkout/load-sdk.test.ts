import { loadScript, type PayPalNamespace, type PayPalScriptOptions } from '@paypal/paypal-js'
import t from 'tap'

import { loadSdk, type LoadSdkOptions } from '#app/checkout/paypal/load-sdk.ts'
import { createFakeClock } from '#test/support/fake-clock.ts'

const SDK: PayPalNamespace = { version: 'of the test' }

interface Setup extends Partial<Pick<LoadSdkOptions, 'country' | 'readCart'>> {
  /** The result of each attempt to load the script. */
  tries?: (PayPalNamespace | Error | 'never')[]
}

function setUp({ tries = [SDK], ...rest }: Setup) {
  const requested: PayPalScriptOptions[] = []
  const logged: string[] = []
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
      requested.push(script)
      const end = tries[requested.length - 1]
      if (end instanceof Error) throw end
      return end === 'never' || end === undefined ? new Promise<never>(() => {}) : end
    },
    after: clock.after,
    log: (text) => logged.push(text),
    ...rest,
  }
  return { options, requested, logged, order, clock }
}

t.test('the script is loaded after the cart, in its currency and with the options of the shop', async (t) => {
  const { options, requested, logged, order } = setUp({})
  t.equal(await loadSdk(options), SDK)
  t.same(order, ['cart', 'script'])
  t.same(requested, [
    {
      clientId: 'c1',
      environment: 'sandbox',
      currency: 'ILS',
      locale: 'en_IL',
      intent: 'capture',
      components: ['buttons', 'card-fields', 'applepay', 'googlepay'],
      enableFunding: ['paypal', 'applepay'],
      commit: true,
      debug: false,
      dataCspNonce: 'n0',
    },
  ])
  t.same(logged, [])
})

t.test('the script is loaded from PayPal or from its sandbox', async (t) => {
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
    const { options } = setUp({})
    t.equal(await loadSdk({ ...options, account: { clientId: 'c1', environment }, loadScript }), SDK)
    t.same(
      scripts.map((src) => src.split('?')[0]),
      [address],
    )
  }
})

t.test('without a cart the currency is that of the country, and this is logged', async (t) => {
  const readCart = () => Promise.reject(new Error('the shop is away'))
  for (const [country, currency] of [
    ['IL', 'ILS'],
    ['AE', 'USD'],
    ['RU', 'USD'],
  ] as const) {
    const { options, requested, logged } = setUp({ readCart, country })
    t.equal(await loadSdk(options), SDK)
    t.match(requested, [{ currency, locale: `en_${country}` }])
    t.same(logged, ['Cart initialization failed, using default currency'])
  }
})

t.test('an unsupported language is replaced once by a supported one', async (t) => {
  const { options, requested, logged } = setUp({ tries: [new Error('400'), SDK] })
  t.equal(await loadSdk(options), SDK)
  t.match(requested, [
    { locale: 'en_IL', currency: 'ILS' },
    { locale: 'en_GB', currency: 'ILS' },
  ])
  t.same(logged, ['Failed to load PayPal SDK'])
})

t.test('an unsupported currency is replaced by the default', async (t) => {
  const readCart = () => Promise.resolve({ currency_code: 'AED' })
  const { options, requested } = setUp({ tries: [new Error('400'), SDK], readCart, country: 'AE' })
  await loadSdk(options)
  t.match(requested, [{ currency: 'AED' }, { currency: 'USD', locale: 'en_GB' }])
})

t.test('checkout continues without a script that cannot be loaded', async (t) => {
  const { options, requested, logged } = setUp({ tries: [new Error('blocked'), new Error('blocked')] })
  t.equal(await loadSdk(options), null)
  t.equal(requested.length, 2, 'tried twice')
  t.same(logged, [
    'Failed to load PayPal SDK',
    'Failed to load PayPal SDK',
    'PayPal SDK not available, checkout may be limited',
  ])
})

t.test('the script has a timeout of four seconds', async (t) => {
  const { options, requested, logged, clock } = setUp({ tries: ['never'] })
  let result: unknown = 'waiting'
  const loading = loadSdk(options).then((sdk) => (result = sdk))
  await clock.pass(3_999)
  t.equal(result, 'waiting')
  await clock.pass(1)
  await loading
  t.equal(result, null)
  t.equal(requested.length, 1)
  t.same(logged, ['Failed to load PayPal SDK', 'PayPal SDK not available, checkout may be limited'])
})
