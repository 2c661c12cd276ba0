import t from 'tap'

import type { ApiError } from '#shared/api-error.ts'
import type {
  Cart,
  CartAnswer,
  PaymentSessionAnswer,
  RecreatedCartAnswer,
  ShippingOptionList,
} from '#shared/cart/cart.ts'
import type { VisitorCountry } from '#shared/country/visitor.ts'
import { formatMoney } from '#shared/money/format-money.ts'
import { TestShopper, buildShopServer, listProducts } from '#test/server/shop-server.ts'
import { startBreakingProxy, type Breakage } from '#test/support/breaking-proxy.ts'
import { addProductIn, addPromoCode, sellNowhere } from '#test/support/shop-changes.ts'
import { ownCommerce } from '#test/support/test-shop.ts'

import { productsOf, visitorFrom, type CartVisitor } from './cart-visitor.ts'

const commerce = await ownCommerce()
const proxy = await startBreakingProxy(t, commerce.medusaUrl)
const app = await buildShopServer({ ...commerce, medusaUrl: proxy.url })
t.teardown(() => app.close())

const BRITISH = {
  first_name: 'Noa',
  last_name: 'Levi',
  address_1: '12 Hatton Garden',
  city: 'London',
  postal_code: 'EC1N 8AN',
  country_code: 'GB',
  phone: '+972 50 123 4567',
}
const ISRAELI = { ...BRITISH, address_1: 'Herzl 4', city: 'Haifa', postal_code: '3303139', country_code: 'IL' }

const products = await listProducts(commerce, 6)
const pick = (index: number): string => products[index] ?? ''
const regionOf = (currency: string): string =>
  app.catalog.regions().find(({ currency_code: code }) => code === currency)?.id ?? ''

t.test('a visitor from Israel delivers to Britain: the same lines once, in pounds, with a notice', async (t) => {
  const { read, update } = await visitorFrom(app, 'IL', [
    [pick(0), 2],
    [pick(1), 1],
  ])
  const israeli = await read()
  t.match(israeli, { currency_code: 'ILS', items: [{ quantity: 2 }, { quantity: 1 }] })
  const { cart, notice } = (await update({ email: 'noa@example.com', shipping_address: BRITISH })).body
  t.match(cart, { id: israeli.id, currency_code: 'GBP', region_id: regionOf('GBP'), email: 'noa@example.com' })
  t.match(cart.shipping_address, BRITISH, 'the address typed is still there')
  t.same(
    cart.items.map(({ id }) => id),
    israeli.items.map(({ id }) => id),
  )
  t.same(productsOf(cart), productsOf(israeli))
  t.ok(hasOneCurrency(cart), 'former prices are in pounds too')
  const total = formatMoney(cart.total, 'GBP', 'en')
  t.equal(notice, `Delivery country: United Kingdom. Prices are now in GBP, and your cart total is ${total}.`)
  t.same((await update({ shipping_address: BRITISH })).body.notice, undefined, 'said once')
  t.same((await read()).shipping_address, cart.shipping_address)
})

t.test('the shipping method keeps its type in the new country, at the price there', async (t) => {
  const { shopper, path, read, update } = await visitorFrom(app, 'IL', [[pick(0), 1]])
  await update({ email: 'noa@example.com', shipping_address: ISRAELI, billing_address: BRITISH })
  const israeli = await read()
  const { body } = await shopper.call<ShippingOptionList>('GET', `${path}/shipping-options`)
  const express = body.shipping_options.find(({ name }) => name === 'Express delivery')
  await shopper.call('POST', `${path}/shipping-methods`, { option_id: express?.id })
  const { cart } = (await update({ region_id: regionOf('JPY') })).body
  t.match(cart, { currency_code: 'JPY', shipping_methods: [{ name: 'Express delivery' }], shipping_total: 350_000 })
  t.not(cart.shipping_methods[0]?.shipping_option_id, express?.id)
  t.match(cart.shipping_address, { first_name: 'Noa', city: 'Haifa', country_code: 'JP' })
  t.match(cart, { id: israeli.id, email: 'noa@example.com', billing_address: BRITISH })
  t.same(
    cart.items.map(({ id }) => id),
    israeli.items.map(({ id }) => id),
  )
  t.equal(cart.total, cart.item_total + 350_000)
})

t.test('once a payment has begun, the currency changes only after the shopper confirms', async (t) => {
  const { shopper, path, read, update } = await visitorFrom(app, 'IL', [[pick(0), 1]])
  const begin = async () => {
    await shopper.call<PaymentSessionAnswer>('POST', `${path}/payment-sessions`, { provider_id: 'pp_system_default' })
  }
  await update({ email: 'noa@example.com', shipping_address: ISRAELI })
  await begin()
  const before = await read()
  const asked = await shopper.call<ApiError>('POST', path, { shipping_address: BRITISH })
  t.match(asked, {
    status: 409,
    body: { message: /prices.+GBP.+ILS/i, details: { reason: 'currency', from: 'ILS', to: 'GBP' } },
  })
  const form = await shopper.submit(path, { ...toFields(BRITISH), return_to: '/ru/checkout/details' })
  t.equal(form.location, '/ru/checkout/details', 'a form asks on its page')
  t.same(await read(), before, 'and nothing has changed')

  await shopper.submit(path, { ...toFields(BRITISH), confirm_currency: 'true' })
  const cart = await read()
  t.match(cart, { currency_code: 'GBP', shipping_address: BRITISH })
  t.same(cart.payment_collection?.payment_sessions, [], 'the payment in the old currency is gone')

  await begin()
  const chosen = await shopper.call<VisitorCountry>('POST', '/api/visitor/country', { country: 'JP' })
  t.equal(chosen.body.message, undefined, 'who chooses a country by hand has given their word')
  t.match(await read(), { currency_code: 'JPY', payment_collection: { payment_sessions: [] } })
})

t.test('if any call of a move fails, the cart is unchanged, or the next read completes the move', async (t) => {
  const { shopper, path, read, update } = await visitorFrom(app, 'IL', [
    [pick(0), 2],
    [pick(1), 1],
  ])
  await update({ shipping_address: ISRAELI })
  const { body } = await shopper.call<ShippingOptionList>('GET', `${path}/shipping-options`)
  await shopper.call('POST', `${path}/shipping-methods`, { option_id: body.shipping_options[0]?.id })
  const inShekels = essence(await read())
  proxy.breakWrite(undefined, 'before')
  await update({ shipping_address: BRITISH })
  const steps = proxy.writes()
  const inPounds = essence(await read())
  t.ok(steps >= 6, `${steps} writes`)

  const ways: Breakage[] = ['after', 'before', 'refused']
  let isBritish = true
  for (let step = 0; step < steps; step += 1) {
    const how = ways[step % ways.length] ?? 'after'
    proxy.breakWrite(step, how)
    const answer = await update({ shipping_address: isBritish ? ISRAELI : BRITISH })
    t.equal(answer.status, 503, `write ${step} ${how}`)
    proxy.breakWrite(undefined, how)
    const now = await read()
    isBritish = now.currency_code === 'GBP'
    t.same(essence(now), isBritish ? inPounds : inShekels, `write ${step} ${how}`)
  }
})

t.test('a refused move leaves the cart and its address unchanged', async (t) => {
  const israeli = await addProductIn(commerce, 'ils')
  const { shopper, path, read, update } = await visitorFrom(app, 'IL', [[israeli, 1]])
  await update({ shipping_address: ISRAELI })
  const before = await read()
  const refused = await shopper.call<ApiError>('POST', path, { shipping_address: BRITISH })
  t.match(refused, { status: 409, body: { message: /^Nothing in your cart is available in GBP/ } })
  t.same(essence(await read()), essence(before))
})

t.test('products that are not sold in the new region are removed and named', async (t) => {
  const { read, update } = await visitorFrom(app, 'IL', [
    [pick(3), 2],
    [await addProductIn(commerce, 'ils'), 1],
    [pick(4), 1],
  ])
  const [, unpriced, unsold] = (await read()).items
  await sellNowhere(commerce, pick(4))
  const { cart, notice } = (await update({ shipping_address: BRITISH })).body
  t.match(cart, { currency_code: 'GBP', shipping_address: BRITISH })
  t.same(productsOf(cart), [[pick(3), 2]])
  for (const line of [unpriced, unsold]) {
    t.match(notice, `${line?.title} isn’t available for your delivery country, so we’ve removed it from your cart.`)
  }
})

t.test('twenty concurrent writes, one of them a move, end in one correct cart', async (t) => {
  const wanted = [pick(0), pick(1), pick(3), pick(5)]
  const { shopper, path, read, update } = await visitorFrom(
    app,
    'IL',
    wanted.map((variantId) => [variantId, 1]),
  )
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => {
      if (index === 7) return update({ shipping_address: BRITISH })
      if (index === 12) return update({ email: 'noa@example.com' })
      const product = { variant_id: wanted[index % wanted.length], quantity: 1 }
      return shopper.call<CartAnswer>('POST', `${path}/line-items`, product)
    }),
  )
  t.ok(answers.every(({ status }) => status === 200))
  const cart = await read()
  t.match(cart, { currency_code: 'GBP', email: 'noa@example.com', shipping_address: BRITISH })
  const added = Array.from({ length: 20 }, (_, index) => index).filter((index) => index !== 7 && index !== 12)
  t.same(
    productsOf(cart),
    wanted.map((variantId, place) => [variantId, 1 + added.filter((index) => index % wanted.length === place).length]),
  )
  t.ok(hasOneCurrency(cart))
  t.equal(
    cart.item_total,
    cart.items.reduce((sum, { unit_price: price, quantity }) => sum + price * quantity, 0),
  )
})

/** The shopper's data in the cart, without ids of rows that the backend recreates. */
function essence(cart: Cart) {
  const { currency_code: currency, item_total: items, total } = cart
  const address = Object.entries(cart.shipping_address ?? {}).filter(([, text]) => text)
  const ways = cart.shipping_methods.map(({ name, amount }) => [name, amount])
  return { currency, address, items, total, ways, products: productsOf(cart), hasOneCurrency: hasOneCurrency(cart) }
}

/** Every sale price of the sample shop is 60 % of the former price, so mixed currencies in a line show. */
function hasOneCurrency({ items }: Cart): boolean {
  return items.every((line) => line.unit_price === line.original_unit_price * 0.6)
}

function toFields(address: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(address).map(([field, value]) => [`shipping_address.${field}`, value]))
}

const ADDRESS = { first_name: 'Ada', city: 'Boston', country_code: 'US' }

await addPromoCode(commerce, 'WELCOME10', 10)
await addPromoCode(commerce, 'FRIEND5', 5)
await addPromoCode(commerce, 'DOLLARS', 20, {
  rules: [{ attribute: 'currency_code', operator: 'eq', values: ['usd'] }],
})
await addPromoCode(commerce, 'OVER', 50, {
  campaign: { name: 'Over', campaign_identifier: 'over', starts_at: '2024-01-01', ends_at: '2024-02-01' },
})

const refusedCode = ({ shopper, path }: CartVisitor, codes: string[]) =>
  shopper.call<ApiError>('POST', path, { promo_codes: codes })

t.test('an unknown, expired or inapplicable code is refused by name, and the others stay', async (t) => {
  const visitor = await visitorFrom(app, 'GB', [[pick(0), 1]])
  await visitor.update({ promo_codes: ['WELCOME10'] })
  const before = await visitor.read()
  for (const [code, text] of [
    ['NOSUCH', 'We don’t recognise the promo code NOSUCH.'],
    ['OVER', 'The promo code OVER can’t be applied to your cart.'],
    ['DOLLARS', 'The promo code DOLLARS can’t be applied to your cart.'],
  ] as const) {
    const answer = await refusedCode(visitor, ['WELCOME10', code])
    t.match(answer, {
      status: 400,
      body: { message: text, details: { reason: 'promo_code', code, fields: { promo_codes: /./ } } },
    })
    t.equal((await refusedCode(visitor, [code])).status, 400, 'alone too')
    t.same(await visitor.read(), before, code)
  }
  const russian = await visitor.shopper.call<ApiError>('POST', `${visitor.path}?lang=ru`, { promo_codes: ['OVER'] })
  t.match(russian.body.message, /^Промокод OVER [^A-Za-z]+$/)
})

t.test('a shopper without JavaScript adds a code to the existing ones and removes the last one', async (t) => {
  const { shopper, read } = await visitorFrom(app, 'US', [[pick(0), 1]])
  const send = (codes: string) => shopper.submit('/api/carts/current', { return_to: '/en/cart' }, codes)
  t.match(await send('promo_codes=WELCOME10&promo_codes=friend5&promo_codes='), { status: 303, location: '/en/cart' })
  t.same((await read()).promo_codes.toSorted(), ['FRIEND5', 'WELCOME10'])
  await send('promo_codes=WELCOME10&promo_codes=NOSUCH')
  t.ok(shopper.cookies.has('flash'), 'a wrong one is told on the page')
  t.equal((await read()).promo_codes.length, 2)
  await send('promo_codes=')
  t.same((await read()).promo_codes, [])
})

t.test('a client that does not know the id of a line may name it by its variant', async (t) => {
  const { shopper, path, read } = await visitorFrom(app, 'US', [[pick(0), 1]])
  const line = (variantId: string) => `${path}/line-items/${variantId}`
  const set = (variantId: string, quantity: number) => shopper.call('POST', line(variantId), { quantity })
  const [before] = (await read()).items
  t.equal((await set(pick(0), 3)).status, 200)
  t.match((await read()).items, [{ id: before?.id, quantity: 3 }], 'the line that there is')
  await set(pick(1), 2)
  t.same(
    productsOf(await read()),
    [
      [pick(0), 3],
      [pick(1), 2],
    ],
    'and one where there is none',
  )
  t.equal((await shopper.call('DELETE', line(pick(1)))).status, 200)
  t.equal((await shopper.call('DELETE', line(pick(1)))).status, 200, 'one that is gone is no error')
  await set(pick(0), 0)
  t.same(productsOf(await read()), [])
  t.match(await set('variant_NOSUCH', 1), { status: 400, body: { message: 'This item is no longer available.' } })
  t.equal((await shopper.call('DELETE', line('variant_..%2Fx'))).status, 404)
})

t.test('valid codes move to another currency, and invalid ones are named', async (t) => {
  const { update } = await visitorFrom(app, 'US', [[pick(0), 1]])
  await update({ promo_codes: ['WELCOME10', 'DOLLARS'] })
  const { cart, notice } = (await update({ shipping_address: { ...ADDRESS, country_code: 'GB' } })).body
  t.match(cart, { currency_code: 'GBP', promo_codes: ['WELCOME10'] })
  t.match(notice, formatMoney(cart.total, 'GBP', 'en'), 'the total is what is really to pay')
  t.match(notice, 'The promo code DOLLARS isn’t valid for your delivery country.')
})

t.test('a cart is recreated with its products, and the unavailable ones are named', async (t) => {
  const { shopper, path, read, update } = await visitorFrom(app, 'US', [
    [pick(1), 2],
    [pick(2), 1],
    [await addProductIn(commerce, 'usd'), 1],
    [pick(3), 3],
  ])
  await update({ email: 'ada@example.com', shipping_address: ADDRESS, promo_codes: ['WELCOME10'] })
  const old = await read()
  await sellNowhere(commerce, pick(2))
  const british = app.catalog.regions().find(({ currency_code: code }) => code === 'GBP')
  const made = await shopper.call<RecreatedCartAnswer>('POST', `${path}/recreate`, { region_id: british?.id })
  const { cart, notice, skipped } = made.body
  t.not(cart.id, old.id)
  t.same(productsOf(cart), [
    [pick(1), 2],
    [pick(3), 3],
  ])
  t.match(cart, {
    currency_code: 'GBP',
    email: 'ada@example.com',
    shipping_address: { first_name: 'Ada', city: 'Boston', country_code: 'GB' },
    promo_codes: ['WELCOME10'],
  })
  const [, unsold, unpriced] = old.items
  t.same(
    skipped,
    [unsold, unpriced].map((line) => ({ variant_id: line?.variant_id, title: line?.title })),
  )
  t.match(notice, `Prices are now in GBP. Your cart total is ${formatMoney(cart.total, 'GBP', 'en')}.`)
  for (const { title } of skipped) t.match(notice, title)
  t.equal((await shopper.cart()).id, cart.id, 'and it is theirs')
  t.same(productsOf(await read()), productsOf(old), 'the old one is as it was')
})

t.test("a client that only knows a cart's id gets its products, and no personal data", async (t) => {
  const { path, read, update } = await visitorFrom(app, 'US', [[pick(1), 1]])
  await update({ email: 'ada@example.com', shipping_address: ADDRESS, promo_codes: ['WELCOME10'] })
  const made = await new TestShopper(app).call<RecreatedCartAnswer>('POST', `${path}/recreate`, {})
  t.match(made.body.cart, { email: null, shipping_address: null, promo_codes: [] })
  t.same(productsOf(made.body.cart), productsOf(await read()))
  const gone = await new TestShopper(app).call('POST', '/api/carts/cart_01ARZ3NDEKTSV4RRFFQ69G5FAV/recreate', {})
  t.equal(gone.status, 404)
})
