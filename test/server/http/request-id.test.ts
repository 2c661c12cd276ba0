import { subscribe } from 'node:diagnostics_channel'

import t from 'tap'

import { buildShopServer } from '#test/server/shop-server.ts'
import { sharedCommerce } from '#test/support/shared-commerce.ts'

const FROM_PROXY = 'balancer-4f0c21'
const CALL = { method: 'POST', url: '/api/carts', payload: {} } as const

const commerce = await sharedCommerce()
const sent: string[] = []
subscribe('undici:request:create', (message) => {
  sent.push(JSON.stringify((message as { request: { headers: unknown } }).request.headers))
})
const isSent = (id: unknown): boolean => sent.some((headers) => headers.includes(String(id)))

async function open(env: NodeJS.ProcessEnv) {
  const app = await buildShopServer(commerce, env)
  t.teardown(() => app.close())
  return app
}

t.test('an operator finds a failed request in the logs of the storefront and of Medusa by one id', async (t) => {
  const app = await open({})
  const { headers } = await app.inject({ ...CALL, headers: { 'x-request-id': FROM_PROXY } })
  t.match(headers['x-request-id'], /^[\da-f]{8}-/, 'a visitor cannot choose the id')
  t.ok(isSent(headers['x-request-id']))
  const next = await app.inject(CALL)
  t.not(next.headers['x-request-id'], headers['x-request-id'])
})

t.test('behind a trusted proxy, its id is kept, unless it could forge log lines', async (t) => {
  const app = await open({ TRUST_PROXY: 'true' })
  const { headers } = await app.inject({ ...CALL, headers: { 'x-request-id': FROM_PROXY } })
  t.equal(headers['x-request-id'], FROM_PROXY)
  t.ok(isSent(FROM_PROXY))
  const forged = await app.inject({ ...CALL, headers: { 'x-request-id': 'a'.repeat(65) } })
  t.match(forged.headers['x-request-id'], /^[\da-f]{8}-/)
})
