import { Client } from 'pg'
import t from 'tap'

import { buildShopServer, listProducts } from '#test/server/shop-server.ts'
import { startTestCommerce } from '#test/support/commerce.ts'
import { createHttpShopper } from '#test/support/http-shopper.ts'
import { readyCart } from '#test/support/ready-cart.ts'

const STOREFRONT = 3
const MEDUSA = 4
const ORDERS = 6

const commerce = await startTestCommerce({ name: 'pool-size', environment: { MEDUSA_POOL_SIZE: String(MEDUSA) } })
t.teardown(() => commerce.stop())

t.test(
  'an operator limits the connections of storefront and Medusa, and orders at the same time succeed',
  async (t) => {
    const app = await buildShopServer(commerce, {
      DATABASE_POOL_SIZE: String(STOREFRONT),
      UNPAID_ORDER_LIMITS: 'off',
    })
    t.teardown(() => app.close())
    const origin = await app.listen({ port: 0 })
    const [variantId = ''] = await listProducts(commerce, ORDERS)
    const statuses = await Promise.all(
      Array.from({ length: ORDERS }, async (_, nth) => {
        const shopper = createHttpShopper()
        const cart = await readyCart(async (...call) => shopper.call(origin, ...call), {
          variantId,
          email: `shopper-${nth}@example.com`,
        })
        return (await shopper.call(origin, 'POST', `/api/carts/${cart.id}/complete`)).status
      }),
    )
    t.same(
      statuses,
      Array.from({ length: ORDERS }, () => 200),
    )
    await Promise.all(Array.from({ length: 4 * STOREFRONT }, () => app.database.query('SELECT pg_sleep(0.1)')))

    const { ours, others } = await countConnections()
    t.equal(ours, STOREFRONT + 1, 'one more holds the locks')
    t.ok(others > 1 && others <= MEDUSA, `Medusa has ${others}`)
  },
)

/** Counts the connections to the database, which storefront and Medusa share and no other test uses. */
async function countConnections(): Promise<{ ours: number; others: number }> {
  const client = new Client({ connectionString: commerce.databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ ours: number; others: number }>(
    `SELECT count(*) FILTER (WHERE application_name LIKE 'lumenite%')::int AS ours,
            count(*) FILTER (WHERE application_name NOT LIKE 'lumenite%')::int AS others
     FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
  )
  await client.end()
  return rows[0] ?? { ours: 0, others: 0 }
}
