/**
 * Five thousand malformed searches over real HTTP: every API request returns 200 or 400, costs at most three times an
 * ordinary search, and leaks nothing. Also a tenth as many pages, none of which contains the typed text as HTML.
 * Requires a build. `QUERIES` sets the count, `TEST_SEED` repeats a run.
 */
import { fuzzSearch } from '#test/server/catalog/api/fuzz-search.ts'
import { openProgramShop } from '#test/support/program-shop.ts'
import { openProgram, report, rounded } from '#test/support/program.ts'
import { seedOfRun } from '#test/support/random.ts'
import { until } from '#test/support/until.ts'

const queries = Number(process.env['QUERIES'] ?? 5000)
const pages = Math.ceil(queries / 10)
const seed = seedOfRun()
await using t = openProgram()
const { app, url: origin } = await openProgramShop(t, 'search-fuzz')
await until(() => app.catalog.version !== null, 30_000)
const { wrong, statuses, slowest, slowestAddress, p999, ordinary, growthMb } = await fuzzSearch({
  origin,
  queries,
  pages,
  seed,
})
for (const line of wrong.slice(0, 5)) console.log(`# ${line}`)
report('search-fuzz', { value: wrong.length, unit: 'wrong answers', most: 0, statuses, queries, pages, seed })
report('search-fuzz p99.9', { value: p999 / ordinary, unit: 'times an ordinary search', most: 3, p999, ordinary })
console.log(`# slowest, ${rounded(slowest)} ms of work: ${slowestAddress}`)
report('search-fuzz growth of memory', { value: growthMb, unit: 'MB', most: 10 })
