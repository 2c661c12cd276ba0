import t from 'tap'

import type { ApiError } from '#shared/api-error.ts'
import { tryOrder } from '#test/server/orders/try-order.ts'
import { buildShopServer, listVariants } from '#test/server/shop-server.ts'
import { ownCommerce } from '#test/support/test-shop.ts'

const commerce = await ownCommerce()
const app = await buildShopServer(commerce, { TRUST_PROXY: '1' })
t.teardown(() => app.close())

t.test('one visitor cannot reserve all stock with invoice orders', async (t) => {
  const before = await listVariants(commerce)
  const all = before.reduce((sum, one) => sum + one.inventory_quantity, 0)
  const reported = new Set<string>()
  const ids = before.filter((one) => one.inventory_quantity >= 10).map(({ id }) => id)
  for (let at = 0; at < 5; at += 1) {
    const answer = await tryOrder(app, `thief-${at}@example.com`, ids.slice(2 * at, 2 * at + 2), 5)
    if (answer.status !== 200) reported.add((answer.body as ApiError).message)
  }
  const [first, second] = before.filter(({ inventory_quantity: stock }) => stock >= 6).slice(-2)
  const large = await tryOrder(app, 'large@example.com', [first?.id ?? '', second?.id ?? ''], 6)
  reported.add((large.body as ApiError).message)
  const left = (await listVariants(commerce)).reduce((sum, one) => sum + one.inventory_quantity, 0)
  console.log(`# ${all - left} of ${all} pieces were taken`)
  t.ok(all - left <= 40, 'at most forty pieces')
  t.match([...reported].join(' '), /An order by invoice can have up to 10 items/)
  t.match([...reported].join(' '), /Your unpaid orders can include up to 40 items in total/)

  await t.test('another visitor can still order', async (t) => {
    const product = (await listVariants(commerce)).find((one) => one.inventory_quantity > 0 && !ids.includes(one.id))
    const answer = await tryOrder(app, 'honest@example.com', product?.id ?? '', 1, '198.51.100.77')
    t.equal(answer.status, 200)
  })
})

t.test('many networks together leave half of a product to shoppers who pay', async (t) => {
  const product = (await listVariants(commerce)).findLast(({ inventory_quantity: stock }) => stock >= 8)
  if (!product) throw new Error('the sample shop has too few pieces')
  const { id, inventory_quantity: stock } = product
  const held = Math.ceil(stock / 2) - 1
  await app.database.query(
    `INSERT INTO unpaid_orders (cart_id, visitor, quantities) SELECT 'crowd' || at, 'crowd' || at, $1 FROM generate_series(1, $2) AS at`,
    [JSON.stringify({ [id]: 1 }), held],
  )
  const orders = [1, 2, 3].map((at) => tryOrder(app, `crowd-${at}@example.com`, id, 1, `203.0.${at}.9`, 'ru'))
  const answers = await Promise.all(orders)
  const refused = answers.filter(({ status }) => status !== 200)
  t.equal(refused.length, 2, 'however many arrive at once')
  for (const { status, body } of refused) {
    t.equal(status, 409)
    t.match((body as ApiError).message, /: сейчас.+отложить.+оплатой/)
  }
})

t.test('the unpaid orders of a home or a company with many IPv6 networks are limited together', async (t) => {
  // The tests before have ordered from both ends of the list.
  const stocked = (await listVariants(commerce)).filter(({ inventory_quantity: stock }) => stock >= 4)
  const ids = stocked.slice(30, 40).map(({ id }) => id)
  const order = (from: string) => tryOrder(app, 'home@example.com', ids.pop() ?? '', 1, from)
  t.equal((await order('2001:db8:9:1::1')).status, 200)
  await app.database.query(
    `INSERT INTO unpaid_orders (cart_id, visitor, wider_networks, quantities)
     SELECT cart_id || number, visitor || number, wider_networks, '{}' FROM
       (SELECT * FROM unpaid_orders ORDER BY placed_at DESC LIMIT 1) AS last, generate_series(1, 79) AS number`,
  )
  const refused = await order('2001:db8:9:2::1')
  t.match(refused, { status: 409, body: { message: /80 orders by invoice within a day/ } })
  t.equal((await order('2001:db8:9:102::1')).status, 200, 'another home of the same company may still order')
  t.equal((await order('203.0.113.211')).status, 200)
})
