import t from 'tap'

import type { ApiError } from '#shared/api-error.ts'
import type { CartAnswer, RecreatedCartAnswer } from '#shared/cart/cart.ts'
import { formatMoney } from '#shared/money/format-money.ts'
import { buildShopServer, listProducts, TestShopper } from '#test/server/shop-server.ts'
import { addProductIn, addPromoCode, sellNowhere } from '#test/support/shop-changes.ts'
import { ownCommerce } from '#test/support/test-shop.ts'

import { productsOf, visitorFrom, type CartVisitor } from './cart-visitor.ts'

const commerce = await ownCommerce()
const app = await buildShopServer(commerce)
t.teardown(() => app.close())

const products = await listProducts(commerce, 6)
const pick = (index: number): string => products[index] ?? ''
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

t.test('a promotion code applies its discount and can be removed', async (t) => {
  const { read, update } = await visitorFrom(app, 'US', [[pick(0), 2]])
  const full = await read()
  const { cart } = (await update({ promo_codes: [' welcome10 '] })).body
  t.same(cart.promo_codes, ['WELCOME10'], 'in whatever letters it is typed')
  t.equal(cart.total, full.total * 0.9)
  const both = (await update({ promo_codes: ['WELCOME10', 'FRIEND5'] })).body.cart
  t.same(both.promo_codes.toSorted(), ['FRIEND5', 'WELCOME10'])
  t.ok(both.total < cart.total)
  t.match((await update({ promo_codes: [] })).body.cart, { promo_codes: [], total: full.total })
})

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
  t.equal((await shopper.call<CartAnswer>('GET', '/api/carts/current')).body.cart.id, cart.id, 'and it is theirs')
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
