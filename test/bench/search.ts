/**
 * Search: build time and memory of the index, time per query in process, and requests per second of the API, compared
 * with the backend's. `TEST_SEED` repeats the same queries.
 */
import { median, openProgram, report } from '#test/support/program.ts'
import { createRandom, seedOfRun } from '#test/support/random.ts'

import { measureSearch } from './parts/search-in-process.ts'
import { measureSearchRates } from './parts/search-rates.ts'

const SIZES = [40, 1000, 10_000]
const MOST_MS = 30
const LEAST_TIMES = 50

const seed = seedOfRun()
for (const products of SIZES) {
  const { buildMs, indexMb, search, suggest } = await measureSearch(products, createRandom(seed))
  report('search index', { value: buildMs, unit: 'ms', megabytes: indexMb, products })
  for (const [what, { p99, ...figures }] of Object.entries({ search, suggest })) {
    const most = products === Math.max(...SIZES) ? MOST_MS : undefined
    report(`${what} p99`, { value: p99, unit: 'ms', most, ...figures, products, seed })
  }
}

await using t = openProgram()
const { shop, medusa, queries } = await measureSearchRates(t)
report('search calls, by the backend', { value: median(medusa), unit: 'a second', queries })
report('search calls, by the shop', { value: median(shop), unit: 'a second', queries })
const times = median(shop.map((rate, lap) => rate / (medusa[lap] ?? Number.NaN)))
report('search calls', { value: times, unit: 'times as many as the backend', least: LEAST_TIMES })
