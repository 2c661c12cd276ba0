import t from 'tap'

import { visitInterleaved } from '#test/server/customers/visit-interleaved.ts'
import { listProducts } from '#test/server/shop-server.ts'
import { seedOfRun } from '#test/support/random.ts'
import { ownCommerce, startOwnShop } from '#test/support/test-shop.ts'

t.test('the isolation test finds a customer that is remembered for the next visitor', async (t) => {
  const { app } = await startOwnShop(t, { env: { TRUST_PROXY: '1', LOG_LEVEL: 'silent' } })
  const [variantId = ''] = await listProducts(await ownCommerce(), 5)
  const { backend } = app.customers
  const { find } = backend
  let remembered: ReturnType<typeof find> | undefined
  backend.find = (id) => (remembered ??= find(id))
  const visitors = { requests: 200, seed: seedOfRun(), variantId, browsers: 2, guests: 2 }
  const { leaks } = await visitInterleaved(app, visitors)
  t.not(leaks.length, 0)
})
