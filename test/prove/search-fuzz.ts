/**
 * Five thousand malformed searches over real HTTP: every API request returns 200 or 400, quickly, and leaks nothing.
 * Also a tenth as many pages, none of which contains the typed text as HTML. Prints a JSON line for each figure; exit 1
 * if one exceeds its limit. Requires a build. `QUERIES` sets the count, `TEST_SEED` repeats a run.
 */
import { fuzzSearch } from '#test/server/catalog/api/fuzz-search.ts'
import { startTestCommerce } from '#test/support/commerce.ts'
import { openShop } from '#test/support/open-shop.ts'
import { seedOfRun } from '#test/support/random.ts'
import { until } from '#test/support/until.ts'

const QUERIES = Number(process.env['QUERIES'] ?? 5000)
const PAGES = Math.ceil(QUERIES / 10)

const seed = seedOfRun()
const commerce = await startTestCommerce({ name: 'search-fuzz' })
try {
  const { app, url: origin, stop } = await openShop(commerce, { folder: 'storefront' })
  try {
    await until(() => app.catalog.version !== null, 30_000)
    const result = await fuzzSearch({ origin, queries: QUERIES, pages: PAGES, seed })
    for (const line of result.wrong.slice(0, 5)) console.log(`# ${line}`)
    if (result.slowest > 20) console.log(`# slowest: ${result.slowestAddress}`)
    const { statuses } = result
    print('wrong answers', result.wrong.length, 0, 'count', { statuses, queries: QUERIES, pages: PAGES, seed })
    const { p50, p999, healthz } = result.wall
    const wall = { p50: round(p50), p999: round(p999), healthz: round(healthz) }
    print('p99.9', result.p999, 20, 'ms of work', { slowest: round(result.slowest), wall })
    print('growth of memory', result.growthMb, 10, 'MB')
  } finally {
    await stop()
  }
} finally {
  await commerce.stop()
}

function print(what: string, measured: number, limit: number, unit: string, more: object = {}): void {
  const value = round(measured)
  if (value > limit) process.exitCode = 1
  console.log(JSON.stringify({ name: 'search-fuzz', what, value, unit, limit, within: value <= limit, ...more }))
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
