import { loadScript, type PayPalNamespace, type PayPalScriptOptions } from '@paypal/paypal-js'
import t from 'tap'

import { findAddressesProblems, findDetailsProblems, hasSameBilling, toDetails } from '#app/checkout/address/details.ts'
import { type FinalOutcome, type Outcome, PAUSES_MS, pollOrder } from '#app/checkout/confirming/poll-order.ts'
import { loadSdk, type LoadSdkOptions } from '#app/checkout/paypal/load-sdk.ts'
import { addressForm } from '#server/cart/address-forms.ts'
import type { Cart } from '#shared/cart/cart.ts'
import { createFakeClock } from '#test/support/fake-clock.ts'

const FORMS = { US: addressForm('US'), JP: addressForm('JP') }
const FILLED = {
  'shipping_address.first_name': 'Anna',
  'shipping_address.last_name': 'Petrova',
  'shipping_address.address_1': '1 Main Street',
  'shipping_address.city': 'Portland',
  'shipping_address.province': 'OR',
  'shipping_address.postal_code': '97201',
  'shipping_address.country_code': 'US',
  billing_same: 'on',
}

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

t.test('a shopper who has filled in every required field can continue', async (t) => {
  t.strictSame(findDetailsProblems(formOf({ ...FILLED, email: ' anna@example.com ' }), FORMS), {})
})

t.test('a missing email and an invalid one have different problems', async (t) => {
  t.strictSame(findDetailsProblems(formOf(FILLED), FORMS), { email: 'required' })
  t.strictSame(findDetailsProblems(formOf({ ...FILLED, email: 'anna@example' }), FORMS), { email: 'email' })
})

t.test('a separate billing address must be complete', async (t) => {
  const { billing_same: _, ...apart } = FILLED
  t.match(findAddressesProblems(formOf({ ...apart, 'billing_address.country_code': 'US' }), FORMS), {
    'billing_address.first_name': 'required',
  })
})

t.test(
  'texts are trimmed, empty fields become null, and one address is sent twice if it is used for both',
  async (t) => {
    const options = ['so_1', 'so_2'].map((id) => ({ id, name: id, amount: 0, days: null, latest: null }))
    const update = toDetails(formOf({ ...FILLED, email: ' anna@example.com ', option_id: 'so_2' }), options)
    t.match(update, { step: 'details', email: 'anna@example.com', option_id: 'so_2' })
    t.equal(toDetails(formOf({ ...FILLED, option_id: 'of_another_country' }), options).option_id, 'so_1')
    t.match(update.shipping_address, { first_name: 'Anna', phone: null })
    t.strictSame(update.billing_address, update.shipping_address)
  },
)

t.test('without a billing address the delivery address is used', async (t) => {
  const address = { first_name: 'Anna', country_code: 'us' }
  for (const [billing, isSame] of [
    [null, true],
    [{ first_name: '', phone: null }, true],
    [{ ...address, country_code: 'US' }, true],
    [{ ...address, first_name: 'Boris' }, false],
  ] as const)
    t.equal(hasSameBilling({ shipping_address: address, billing_address: billing } as Cart), isSame)
})

const SDK: PayPalNamespace = { version: 'of the test' }

interface Setup extends Partial<Pick<LoadSdkOptions, 'country' | 'readCart'>> {
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

function startPoll(...outcomes: Outcome[]) {
  const waits: { ms: number; action: () => void; isOff: boolean }[] = []
  const ends: FinalOutcome[] = []
  let attempts = 0
  const poll = pollOrder({
    complete: async () => {
      attempts += 1
      return outcomes.shift() ?? { kind: 'unknown' }
    },
    after: (ms, action) => {
      const wait = { ms, action, isOff: false }
      waits.push(wait)
      return () => {
        wait.isOff = true
      }
    },
    onRequest: () => {},
    onEnd: (end) => ends.push(end),
  })
  const settle = async () => new Promise<void>((resolve) => void setImmediate(resolve))
  return {
    poll,
    ends,
    waits,
    settle,
    attempts: () => attempts,
    async pass() {
      waits.at(-1)?.action()
      await settle()
    },
  }
}

t.test('polls with growing pauses until the order exists, and then stops', async (t) => {
  const { poll, ends, waits, pass, settle, attempts } = startPoll(
    { kind: 'unknown' },
    { kind: 'unknown' },
    { kind: 'placed' },
  )
  poll.now()
  await settle()
  await pass()
  await pass()
  t.same(ends, [{ kind: 'placed' }])
  t.same(
    waits.map(({ ms }) => ms),
    PAUSES_MS.slice(0, 2),
  )
  poll.now()
  await settle()
  t.equal(attempts(), 3)
})

t.test('a rejection leads to the page on which the shopper can fix it', async (t) => {
  const { poll, ends, settle } = startPoll({ kind: 'refused', page: '/en/checkout/payment' })
  poll.now()
  await settle()
  t.same(ends, [{ kind: 'refused', page: '/en/checkout/payment' }])
})

t.test('waits as long as the server asks, and at most a minute otherwise', async (t) => {
  const { poll, waits, pass, settle } = startPoll({ kind: 'unknown', waitMs: 90_000 })
  poll.now()
  await settle()
  t.equal(waits[0]?.ms, 90_000)
  for (let tries = 0; tries < 12; tries += 1) await pass()
  t.equal(waits.at(-1)?.ms, 60_000)
})

t.test('the shopper can retry at once, but only one request runs at a time', async (t) => {
  const { poll, waits, settle, attempts } = startPoll()
  poll.now()
  poll.now()
  await settle()
  t.equal(attempts(), 1)
  poll.now()
  t.equal(waits[0]?.isOff, true, 'the pause is canceled')
  await settle()
  t.equal(attempts(), 2)
})

t.test('polling stops when the shopper leaves the page', async (t) => {
  const { poll, waits, ends, settle } = startPoll({ kind: 'placed' })
  poll.now()
  poll.stop()
  await settle()
  t.same([ends, waits], [[], []])
})
