/**
 * Proves that no response contains anything of another visitor: 2,000 requests of 50 visitors in random order, who are
 * two customers in ten browsers each, and 30 guests. `REQUESTS` sets the number, `SEED` repeats a run.
 */
import { visitInterleaved } from '#test/server/customers/visit-interleaved.ts'
import { listProducts } from '#test/server/shop-server.ts'
import { openProgramShop } from '#test/support/program-shop.ts'
import { check, openProgram, startWatch } from '#test/support/program.ts'
import { seedOfRun } from '#test/support/random.ts'

const requests = Number(process.env['REQUESTS'] ?? 2000)
const seed = Number(process.env['SEED'] ?? seedOfRun())
await using t = openProgram()
const { app, commerce } = await openProgramShop(t, 'prove-isolation', {
  env: { TRUST_PROXY: '1', LOG_LEVEL: 'silent' },
})
const [variantId = ''] = await listProducts(commerce, 5)
const seconds = startWatch()
const { leaks, own, statuses } = await visitInterleaved(app, { requests, seed, variantId })
const facts = { leaks: leaks.length, first: leaks.slice(0, 5), requests, own, statuses, seed, seconds: seconds() }
check('account-isolation', leaks.length === 0 && own > 0, facts)
