import type { FastifyInstance } from 'fastify'
import t from 'tap'

import { deriveKey, deriveKeys } from '#server/keys.ts'
import { openEmail, sealEmail } from '#server/orders/withdrawals/statements.ts'
import type { CartAnswer } from '#shared/cart/cart.ts'
import { buildShopServer, listProducts, TestShopper } from '#test/server/shop-server.ts'
import { reportPlaced } from '#test/support/orders.ts'
import { readShop } from '#test/support/sample-shop.ts'
import { ownCommerce } from '#test/support/test-shop.ts'

const commerce = await ownCommerce()
const OLD = commerce.secret
const NEW = 'another secret of at least thirty-two letters'

async function open(env: Record<string, string>): Promise<FastifyInstance> {
  const app = await buildShopServer(commerce, env)
  t.teardown(() => app.close())
  return app
}

const before = await open({ SECRET: OLD })
const [ring] = await listProducts(commerce, 2)
const shopper = new TestShopper(before)
const { body } = await shopper.call<CartAnswer>('POST', '/api/carts', {})
await shopper.call('POST', `/api/carts/${body.cart.id}/line-items`, { variant_id: ring, quantity: 1 })

const { buy } = await readShop(commerce)
const { id: orderId } = await buy('usd')
const origin = await before.listen({ host: '127.0.0.1', port: 0 })
await reportPlaced(commerce, origin, orderId)
const { number } = await before.carts.readOrder(orderId, { locale: 'en' })
const orderToken = tokenIn(before.orders.links.open('en', orderId))
await before.inject({ method: 'POST', url: '/api/email-subscribe', payload: { email: 'ada@shopper.example' } })
const [subscription] = await before.database.query<{ id: string }>('SELECT id FROM subscriptions')
const unsubscribe = `/api/email-subscribe/unsubscribe?token=${before.mailing.tokens.sign('preferences', subscription?.id ?? '')}`

t.test(
  'with FORMER_SECRETS, carts and links from before the rotation work, and new ones have the new secret',
  async (t) => {
    const app = await open({ SECRET: NEW, FORMER_SECRETS: `a third secret of at least thirty-two letters, ${OLD}` })
    const same = shopper.elsewhere(app)
    t.match((await same.call('GET', '/api/carts/current')).body, {
      cart: { id: body.cart.id, items: [{ variant_id: ring }] },
    })
    t.match(await statuses(app), { opened: 200, found: 200, left: 200 })
    t.equal(
      openEmail(deriveKeys([NEW, OLD], 'sealed-emails'), sealEmail(deriveKey(OLD, 'sealed-emails'), 'a@b.example')),
      'a@b.example',
    )

    const token = tokenIn(app.orders.links.open('en', orderId))
    const after = await open({ SECRET: NEW })
    t.equal((await new TestShopper(after).call('POST', '/api/orders/open', { token })).status, 200)
    t.equal((await new TestShopper(before).call('POST', '/api/orders/open', { token })).status, 400)
  },
)

t.test('without FORMER_SECRETS, they do not', async (t) => {
  const app = await open({ SECRET: NEW })
  t.match((await shopper.elsewhere(app).call('GET', '/api/carts/current')).body, { cart: null })
  t.match(await statuses(app), { opened: 400, found: 404, left: 400 })
  t.throws(() => openEmail(deriveKeys(NEW, 'sealed-emails'), sealEmail(deriveKey(OLD, 'sealed-emails'), 'a@b.example')))
})

t.test('a former secret that is too short is refused at the start', async (t) => {
  await t.rejects(open({ SECRET: NEW, FORMER_SECRETS: 'short' }), {
    message: /^FORMER_SECRETS must be .* 32 characters/,
  })
})

async function statuses(app: FastifyInstance): Promise<{ opened: number; found: number; left: number }> {
  const guest = (): TestShopper => new TestShopper(app)
  const opened = await guest().call('POST', '/api/orders/open', { token: orderToken })
  const found = await guest().call('POST', '/api/orders/find', { number, email: 'shopper@example.com' })
  const left = await app.inject({
    method: 'POST',
    url: unsubscribe,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  return { opened: opened.status, found: found.status, left: left.statusCode }
}

function tokenIn(url: string): string {
  return new URL(url).searchParams.get('token') ?? ''
}
