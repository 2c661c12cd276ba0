import t from 'tap'

import { readOrderBooks } from '#server/orders/withdrawals/order-books.ts'
import type { ApiError } from '#shared/api-error.ts'
import type { CartAnswer, ShippingOptionList } from '#shared/cart/cart.ts'
import { lineKey } from '#shared/cart/line-key.ts'
import type { OrderAnswer } from '#shared/order/order.ts'
import { buildShopServer, TestShopper } from '#test/server/shop-server.ts'
import { ADDRESS } from '#test/support/ready-cart.ts'
import { ownCommerce } from '#test/support/test-shop.ts'

const commerce = await ownCommerce()
const app = await buildShopServer(commerce, { UNPAID_ORDER_LIMITS: 'off' })
t.teardown(() => app.close())

interface StoreProduct {
  handle: string
  variants: { id: string; inventory_quantity: number }[]
}
const { products } = await commerce.store<{ products: StoreProduct[] }>(
  '/store/products?limit=100&fields=handle,variants.id,+variants.inventory_quantity',
)
const variantOf = (handle: string): string => {
  const variants = products.find((product) => product.handle === handle)?.variants ?? []
  return variants.find((variant) => variant.inventory_quantity >= 6)?.id ?? ''
}
const RING = variantOf('plain-wedding-band')
const EARRINGS = variantOf('round-stud-earrings')

async function openCart(): Promise<{ shopper: TestShopper; path: string }> {
  const shopper = new TestShopper(app)
  const { body } = await shopper.call<CartAnswer>('POST', '/api/carts', {})
  return { shopper, path: `/api/carts/${body.cart.id}` }
}

const linesOf = ({ cart }: CartAnswer) => cart.items.map(({ engraving, quantity }) => [engraving, quantity])

t.test('rings with different engravings are different lines, and equal ones are one', async (t) => {
  const { shopper, path } = await openCart()
  const add = (engraving?: string) =>
    shopper.call<CartAnswer>('POST', `${path}/line-items`, { variant_id: RING, quantity: 1, engraving })
  await add()
  await add('Anna ♥ Max')
  await add('  Anna  ❤️ Max ')
  const { body } = await add('Максим')
  t.same(linesOf(body), [
    [null, 1],
    ['Anna ♥ Max', 2],
    ['Максим', 1],
  ])

  await t.test('and each is changed and removed by its key', async (t) => {
    const key = lineKey(RING, 'Максим')
    const more = await shopper.call<CartAnswer>('POST', `${path}/line-items/${key}`, { quantity: 3 })
    t.same(linesOf(more.body).at(-1), ['Максим', 3])
    const less = await shopper.call<CartAnswer>('DELETE', `${path}/line-items/${RING}`)
    t.same(linesOf(less.body), [
      ['Anna ♥ Max', 2],
      ['Максим', 3],
    ])
    const again = await shopper.call<CartAnswer>('POST', `${path}/line-items/${lineKey(RING, 'New')}`, {
      quantity: 1,
      engraving: 'New',
    })
    t.same(linesOf(again.body).at(-1), ['New', 1], 'a line that is gone is made again')
    const unnamed = await shopper.call('POST', `${path}/line-items/${lineKey(RING, 'Other')}`, { quantity: 1 })
    t.equal(unnamed.status, 404, 'but not without its text')
  })

  await t.test('also after the cart was copied or has moved to another country', async (t) => {
    const before = (await shopper.call<CartAnswer>('GET', path)).body
    const moved = await shopper.call<CartAnswer>('POST', path, { shipping_address: ADDRESS })
    t.equal(moved.body.cart.currency_code, 'EUR')
    t.same(linesOf(moved.body), linesOf(before))
    const copied = await shopper.call<CartAnswer>('POST', `${path}/recreate`, {})
    t.same(linesOf(copied.body), linesOf(before))
  })
})

t.test('a text that cannot be engraved is refused in the language of the shopper', async (t) => {
  const { shopper, path } = await openCart()
  const refuse = async (engraving: unknown, lang = 'en', variantId = RING) => {
    const body = { variant_id: variantId, quantity: 1, engraving }
    const answer = await shopper.call<ApiError>('POST', `${path}/line-items?lang=${lang}`, body)
    t.equal(answer.status, 400, JSON.stringify(engraving)?.slice(0, 40))
    return answer.body.message
  }
  t.match(await refuse('Anna 😀 ©'), /^We can’t engrave 😀 and ©\./)
  t.match(await refuse('Anna 😀 ©', 'ru'), /^Не\sсможем\sвыгравировать:\s😀\sи\s©\./)
  t.match(await refuse('שלום'), /^We can’t engrave ש, ל, ו,? and ם\./)
  t.match(await refuse('я'.repeat(500)), /has 500 characters, but .+ has room for 30/)
  t.match(await refuse('я'.repeat(31), 'ru'), /надписи\s31\sсимвол, а\sпоместится не\sбольше\s30/)
  t.match(await refuse('Anna', 'en', EARRINGS), /can’t be engraved/)
  await refuse('a'.repeat(5000))
  await refuse(7)
  await refuse({ text: 'Anna' })
  t.same(linesOf((await shopper.call<CartAnswer>('GET', path)).body), [], 'nothing was added')

  const { body } = await shopper.call<CartAnswer>('POST', `${path}/line-items`, {
    variant_id: RING,
    quantity: 1,
    engraving: ' \n ',
  })
  t.same(linesOf(body), [[null, 1]], 'an empty text is no engraving')
})

t.test('more rings of one variant than there are, in two lines, are not ordered', async (t) => {
  const { shopper, path } = await openCart()
  const stock = products.flatMap(({ variants }) => variants).find(({ id }) => id === RING)?.inventory_quantity ?? 0
  await shopper.call('POST', `${path}/line-items`, { variant_id: RING, quantity: stock })
  await shopper.call('POST', `${path}/line-items`, { variant_id: RING, quantity: 1, engraving: 'One too many' })
  await prepare(shopper, path)
  const { status, body } = await shopper.call<ApiError>('POST', `${path}/complete`, {})
  t.equal(status, 409)
  t.match(body.message, new RegExp(`only ${stock} left`))
})

t.test('an order keeps the text, and only what is not engraved can be withdrawn', async (t) => {
  const { shopper, path } = await openCart()
  await shopper.call('POST', `${path}/line-items`, { variant_id: RING, quantity: 1 })
  await shopper.call('POST', `${path}/line-items`, { variant_id: RING, quantity: 1, engraving: 'Anna' })
  await prepare(shopper, path)
  const { body } = await shopper.call<OrderAnswer>('POST', `${path}/complete`, {})
  t.same(body.order.items.map(({ engraving }) => engraving ?? '').toSorted(), ['', 'Anna'])
  const { lines } = await readOrderBooks(app.backend, body.order.id)
  const bespoke = lines.filter(({ isBespoke }) => isBespoke).map(({ id }) => id)
  t.same(
    bespoke,
    body.order.items.filter(({ engraving }) => engraving).map(({ id }) => id),
  )
})

async function prepare(shopper: TestShopper, path: string): Promise<void> {
  await shopper.call('POST', path, { email: 'anna@example.com', shipping_address: ADDRESS })
  const { body } = await shopper.call<ShippingOptionList>('GET', `${path}/shipping-options`)
  await shopper.call('POST', `${path}/shipping-methods`, { option_id: body.shipping_options[0]?.id })
  await shopper.call('POST', `${path}/payment-sessions`, { provider_id: 'pp_system_default' })
}
