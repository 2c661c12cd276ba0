import t from 'tap'

import { seedOfRun } from '#test/support/random.ts'
import { ownCommerce, startOwnShop } from '#test/support/test-shop.ts'

import { listProducts } from '../shop-server.ts'
import { visitInterleaved } from './visit-interleaved.ts'

const seed = seedOfRun()

t.test(`16 visitors at the same time read nothing of each other (seed ${seed})`, async (t) => {
  const { app } = await startOwnShop(t, { env: { TRUST_PROXY: '1', LOG_LEVEL: 'silent' } })
  const [variantId = ''] = await listProducts(await ownCommerce(), 5)
  // `npm run prove account-isolation` sends 2,000 requests of 50 visitors.
  const few = { requests: 100, browsers: 4, guests: 8, concurrency: 5 }
  const { leaks, own, statuses } = await visitInterleaved(app, { ...few, seed, variantId })
  t.same(leaks, [])
  t.ok(own > 10, `${own} responses show a visitor what is theirs`)
  // A busy shop may refuse with 503.
  const refused = Object.keys(statuses).filter((answer) => !/ (?:200|302|401|503)$/.test(answer))
  t.same(refused, [])
})
