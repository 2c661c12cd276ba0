import type { FastifyInstance } from 'fastify'
import t from 'tap'

import { openShop } from '#test/support/open-shop.ts'
import { seedOfRun } from '#test/support/random.ts'
import { ownCommerce } from '#test/support/test-shop.ts'

import { listProducts } from '../shop-server.ts'
import { visitInterleaved } from './visit-interleaved.ts'

const commerce = await ownCommerce()
const [variantId = ''] = await listProducts(commerce, 5)
const seed = seedOfRun()

async function visitShop(
  folder: string,
  { plant, ...visitors }: { plant?: (app: FastifyInstance) => void; browsers?: number; guests?: number } = {},
) {
  const shop = await openShop(commerce, { folder, env: { TRUST_PROXY: '1', LOG_LEVEL: 'silent' } })
  try {
    plant?.(shop.app)
    // `npm run prove account-isolation` sends 2,000.
    return await visitInterleaved(shop.app, { requests: 200, seed, variantId, ...visitors })
  } finally {
    await shop.stop()
  }
}

t.test(`50 visitors at the same time read nothing of each other (seed ${seed})`, async (t) => {
  const { leaks, own, statuses } = await visitShop('isolated')
  t.same(leaks, [])
  t.ok(own > 50, `${own} responses show a visitor what is theirs`)
  const refused = Object.keys(statuses).filter((answer) => !/ (?:200|302|401)$/.test(answer))
  t.same(refused, [])
})

t.test('the test finds a customer that is remembered for the next visitor', async (t) => {
  const plant = ({ customers: { backend } }: FastifyInstance): void => {
    const { find } = backend
    let remembered: ReturnType<typeof find> | undefined
    backend.find = (id) => (remembered ??= find(id))
  }
  const { leaks } = await visitShop('leaking', { plant, browsers: 2, guests: 2 })
  t.not(leaks.length, 0)
})
