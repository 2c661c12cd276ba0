import { Client } from 'pg'
import t, { type Test } from 'tap'

import { readPlacedNumber } from '#server/cart/orders-queries.ts'
import { readOrderNumber } from '#shared/order/order-number.ts'
import type { OrderAnswer } from '#shared/order/order.ts'
import { buildShopServer } from '#test/server/shop-server.ts'
import { readShop } from '#test/support/sample-shop.ts'
import { signedCall } from '#test/support/sign-call.ts'
import { ownCommerce } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

const EMAIL = 'shopper@example.com'

t.test('a shopper finds an order from before drawn numbers by its drawn and by its sequential number', async (t) => {
  const commerce = await ownCommerce()
  const { buy } = await readShop(commerce)
  const first = await openShop(t)
  const [early, late] = [await buy('usd'), await buy('usd')]
  for (const { id } of [early, late])
    await signedCall(`${first.origin}/api/_internal/orders/placed`, { order_id: id, locale: null }, commerce.secret)

  // Restores the rows as an earlier version wrote them.
  const client = new Client({ connectionString: commerce.shopDatabaseUrl })
  await client.connect()
  t.teardown(() => client.end())
  await first.app.database.query(
    'UPDATE placed_orders SET drawn_number = NULL, was_told_sequence = true WHERE order_id = $1',
    [early.id],
  )
  await client.query('UPDATE "order" SET custom_display_id = NULL WHERE id = $1', [early.id])
  const drawn = await until(async () => {
    const sql = 'SELECT custom_display_id AS number FROM "order" WHERE id = $1 AND custom_display_id IS NOT NULL'
    return (await client.query<{ number: string }>(sql, [early.id])).rows[0]?.number
  }, 40_000)
  t.same(readOrderNumber(drawn), { kind: 'drawn', number: drawn }, 'the backend draws a number for it')
  await first.app.close()

  const { app, origin } = await openShop(t)
  const find = async (number: string) => {
    const answer = await fetch(`${origin}/api/orders/find`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ number, email: EMAIL }),
    })
    return answer.status === 200 ? ((await answer.json()) as OrderAnswer).order.id : answer.status
  }
  await until(async () => (await readPlacedNumber(app.database, early.id)) === drawn)
  t.equal(await find(drawn), early.id)
  const sequenceOf = async (id: string) => String((await app.carts.readOrder(id, { locale: 'en' })).display_id)
  t.equal(await find(await sequenceOf(early.id)), early.id, 'by the number in its email')
  t.equal(await find(await sequenceOf(late.id)), 404, 'a later order is not found by its sequential number')
  t.equal(await find((await app.carts.readOrder(late.id, { locale: 'en' })).number), late.id)

  await t.test('staff find the order by its drawn number', async (t) => {
    const { orders } = await commerce.admin<{ orders: { id: string }[] }>(`/admin/orders?q=${drawn}&fields=id`)
    t.same(
      orders.map(({ id }) => id),
      [early.id],
      'the admin search knows drawn numbers',
    )
  })

  async function openShop(t: Test) {
    const opened = await buildShopServer(commerce)
    t.teardown(() => opened.close())
    return { app: opened, origin: await opened.listen({ host: '127.0.0.1', port: 0 }) }
  }
})
