import { Client } from 'pg'
import t from 'tap'

import type { Order, OrderAnswer } from '#shared/order/order.ts'
import { tryOrder } from '#test/server/orders/try-order.ts'
import { buildShopServer, listVariants } from '#test/server/shop-server.ts'
import { capture } from '#test/support/deliveries.ts'
import { ownCommerce } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

const commerce = await ownCommerce()
const app = await buildShopServer(commerce, { TRUST_PROXY: '1' })
t.teardown(() => app.close())
await app.listen({ host: '127.0.0.1', port: commerce.storefrontPort })

const FIELDS = 'id,status,*items'

t.test(
  'an unpaid order reserves its products for a week, then it is canceled and the customer gets an email',
  async (t) => {
    const client = new Client({ connectionString: commerce.shopDatabaseUrl })
    await client.connect()
    t.teardown(() => client.end())
    const [first, second, third] = (await listVariants(commerce)).filter((one) => one.inventory_quantity > 5)
    if (!first || !second || !third) throw new Error('the sample shop has too few pieces')
    const stockOf = async (id: string) =>
      (await listVariants(commerce)).find((one) => one.id === id)?.inventory_quantity ?? -1

    const unpaid = await order('unpaid@example.com', first.id, 2)
    const days = (Date.parse(unpaid.held_until ?? '') - Date.parse(unpaid.created_at)) / 86_400_000
    t.ok(days >= 7 && days < 8, 'the order says until the end of which day')
    t.equal(await stockOf(first.id), first.inventory_quantity - 2)

    const paid = await order('paid@example.com', second.id, 1)
    await capture(commerce, paid.id)
    t.equal((await app.carts.readOrder(paid.id, { locale: 'en' })).held_until, null, 'a paid order is held by nothing')
    const sent = await order('sent@example.com', third.id, 2)
    await sendOne(sent)

    await lapse(client, [unpaid, paid, sent])
    await until(async () => (await readStatus(unpaid)) === 'canceled', 75_000)
    t.equal(await stockOf(first.id), first.inventory_quantity, 'its pieces are on sale again')
    t.equal((await app.carts.readOrder(unpaid.id, { locale: 'en' })).status, 'canceled')
    const [mail] = await until(async () => {
      const found = await lapsedEmails(unpaid)
      return found.length > 0 && found
    })
    t.match(mail, { to: 'unpaid@example.com', letter: { locale: 'ru', facts: { orderNumber: unpaid.number } } })

    t.same([await readStatus(paid), await readStatus(sent)], ['pending', 'pending'])
    t.same([await lapsedEmails(paid), await lapsedEmails(sent)], [[], []])
  },
)

async function order(email: string, variantId: string, quantity: number): Promise<Order> {
  const { status, body } = await tryOrder(app, email, variantId, quantity, '198.51.100.5', 'ru')
  if (status !== 200) throw new Error(`the shop answered ${status}: ${JSON.stringify(body)}`)
  return (body as OrderAnswer).order
}

interface StaffOrder {
  status: string
  items: { id: string }[]
}

async function readStaff({ id }: Order): Promise<StaffOrder> {
  const path = `/admin/orders/${id}?fields=${encodeURIComponent(FIELDS)}`
  return (await commerce.admin<{ order: StaffOrder }>(path)).order
}

async function readStatus(one: Order): Promise<string> {
  return (await readStaff(one)).status
}

async function sendOne(one: Order): Promise<void> {
  const { items } = await readStaff(one)
  const { stock_locations: places } = await commerce.admin<{ stock_locations: { id: string }[] }>(
    '/admin/stock-locations?limit=1',
  )
  const body = { items: [{ id: items[0]?.id, quantity: 1 }], location_id: places[0]?.id }
  await commerce.admin(`/admin/orders/${one.id}/fulfillments`, { method: 'POST', body })
}

async function lapse(client: Client, orders: Order[]): Promise<void> {
  await client.query(
    `UPDATE "order" SET created_at = created_at - interval '8 days',
       metadata = jsonb_set(metadata, '{held_until}', to_jsonb(to_char(now() - interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
     WHERE id = ANY($1)`,
    [orders.map(({ id }) => id)],
  )
}

async function lapsedEmails({ number }: Order): Promise<{ to: string; letter: object }[]> {
  const rows = await app.database.query<{ data: { to: string; letter: object } }>(
    `SELECT data FROM storefront_jobs.job WHERE data->'letter'->>'name' = 'order-lapsed'
       AND data->'letter'->'facts'->>'orderNumber' = $1`,
    [number],
  )
  return rows.map(({ data }) => data)
}
