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
  const products = before.filter((one) => one.inventory_quantity >= 10)
  for (const [at, { id }] of products.slice(0, 5).entries()) {
    const answer = await tryOrder(app, `thief-${at}@example.com`, id, 10)
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
    const product = (await listVariants(commerce)).find((one) => one.inventory_quantity > 0)
    const answer = await tryOrder(app, 'honest@example.com', product?.id ?? '', 1, '198.51.100.77')
    t.equal(answer.status, 200)
  })
})
