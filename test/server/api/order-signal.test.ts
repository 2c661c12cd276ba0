import t from 'tap'

import { buildShopServer } from '#test/server/api/shop-server.ts'
import { startTestCommerce } from '#test/support/commerce.ts'
import { readShop } from '#test/support/sample-shop.ts'
import { signedCall } from '#test/support/sign-call.ts'

const commerce = await startTestCommerce({ name: 'order-signal' })
t.teardown(() => commerce.stop())

const NAMES = 'SELECT name, once FROM letters'

t.test(
  'whoever ordered before the shop wrote letters is not surprised by one, whoever orders now gets one',
  async (t) => {
    const { buy } = await readShop(commerce)
    const early = await buy('usd')
    const app = await buildShopServer(commerce)
    t.teardown(() => app.close())
    const origin = await app.listen({ host: '127.0.0.1', port: 0 })
    const told = async (id: string) => {
      const body = { order_id: id, locale: null }
      return (await signedCall(`${origin}/api/_internal/orders/placed`, body, commerce.secret)).status
    }
    t.equal(await told(early.id), 202)
    t.same(await app.database.query(NAMES), [])

    const late = await buy('usd')
    t.same([await told(late.id), await told(late.id)], [202, 202])
    t.same(await app.database.query(NAMES), [{ name: 'order-placed', once: `order-placed:${late.id}` }])

    await commerce.kill()
    t.equal(await told(late.id), 202, 'told again, it asks nobody about an order that it knows')
  },
)
