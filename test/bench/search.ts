/**
 * Search: build time and memory of the index, time per query in process, and requests per second of the API, compared
 * with the backend's. Prints a JSON line for each; exit 1 if one exceeds its limit. `TEST_SEED` repeats the same
 * queries.
 */
import { createRandom, seedOfRun } from '#test/support/random.ts'

import { measureSearch } from './parts/search-in-process.ts'
import { measureSearchRates } from './parts/search-rates.ts'

const SIZES = [40, 1000, 10_000]
const MANY = Math.max(...SIZES)
const MOST_MS = 5
const LEAST_TIMES = 50

const seed = seedOfRun()
for (const products of SIZES) {
  const { buildMs, indexMb, search, suggest } = await measureSearch(products, createRandom(seed))
  print('search index', { value: buildMs, unit: 'ms', megabytes: round(indexMb), products })
  for (const [what, { p99, p50, max, slowest, p99OfRounds }] of Object.entries({ search, suggest })) {
    const figures = { p50: round(p50), max: round(max), slowest, p99OfRounds: round(p99OfRounds) }
    const limit = products === MANY ? { most: MOST_MS } : {}
    print(`${what} p99`, { value: p99, unit: 'ms', ...limit, ...figures, products, seed })
  }
}

const { shop, medusa, queries } = await measureSearchRates()
const [ours, theirs] = [median(shop), median(medusa)]
print('search calls, by the backend', { value: theirs, unit: 'a second', queries })
print('search calls, by the shop', { value: ours, unit: 'a second', queries })
const times = median(shop.map((rate, lap) => rate / (medusa[lap] ?? Number.NaN)))
print('search calls', { value: times, unit: 'times as many as the backend', least: LEAST_TIMES })

interface Figure {
  value: number
  unit: string
  most?: number
  least?: number
}

function print(name: string, { value, unit, most, least, ...more }: Figure & Record<string, unknown>): void {
  const within = value <= (most ?? Infinity) && value >= (least ?? -Infinity)
  if (!within) process.exitCode = 1
  const verdict = most === undefined && least === undefined ? {} : { limit: { most, least }, within }
  console.log(JSON.stringify({ name, value: round(value), unit, ...more, ...verdict }))
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
