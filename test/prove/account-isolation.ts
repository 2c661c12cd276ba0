import { visitInterleaved } from '#test/server/customers/visit-interleaved.ts'
/**
 * Proves that no response contains anything of another visitor: 2,000 requests of 50 visitors in random order, who are
 * two customers in ten browsers each, and 30 guests. `REQUESTS` sets the number, `SEED` repeats a run.
 */
import { listProducts } from '#test/server/shop-server.ts'
import { startTestCommerce } from '#test/support/commerce.ts'
import { openShop } from '#test/support/open-shop.ts'
import { seedOfRun } from '#test/support/random.ts'

const requests = Number(process.env['REQUESTS'] ?? 2000)
const seed = Number(process.env['SEED'] ?? seedOfRun())
const commerce = await startTestCommerce({ name: 'prove-isolation' })
const shop = await openShop(commerce, { folder: 'storefront', env: { TRUST_PROXY: '1', LOG_LEVEL: 'silent' } })
try {
  const [variantId = ''] = await listProducts(commerce, 5)
  const started = performance.now()
  const { leaks, own, statuses } = await visitInterleaved(shop.app, { requests, seed, variantId })
  const within = leaks.length === 0 && own > 0
  if (!within) process.exitCode = 1
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(
    JSON.stringify({
      name: 'account-isolation',
      what: 'responses with anything of another visitor',
      value: leaks.length,
      limit: 0,
      within,
      requests,
      own,
      statuses,
      first: leaks.slice(0, 5),
      seed,
      seconds,
    }),
  )
} finally {
  await shop.stop()
  await commerce.stop()
}
