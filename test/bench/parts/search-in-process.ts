import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { buildSearchIndex } from '#server/catalog/snapshot/search-index.ts'
import { createYieldToLoop } from '#server/infra/scheduling.ts'
import { mixedQueries, type MixedQuery } from '#test/server/catalog/search/mixed-queries.ts'
import { REGION } from '#test/support/generated/contents.ts'
import { openGeneratedShop } from '#test/support/generated/open-shop.ts'
import { median, percentile } from '#test/support/program.ts'
import type { Random } from '#test/support/random.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const QUERIES = 1000
const ROUNDS = 5
const LIMIT = 50
const SUGGESTIONS = 5

export async function measureSearch(products: number, random: Random) {
  const { shop, snapshot } = await openGeneratedShop(products)
  const { buildMs, indexMb } = await measureBuild()
  const queries = mixedQueries(random, snapshot.products, QUERIES)
  return {
    buildMs,
    indexMb,
    search: timeQueries(queries, ({ q, locale }) => shop.search({ q, limit: LIMIT }, view(locale))),
    suggest: timeQueries(queries, ({ q, locale }) => shop.suggest(q, view(locale), SUGGESTIONS)),
  }

  async function measureBuild() {
    const before = usedMb()
    const began = performance.now()
    const index = await buildSearchIndex(snapshot.products, snapshot, createYieldToLoop())
    const ms = performance.now() - began
    const indexed = usedMb() - before
    // Referenced once more, so that it is not collected before the memory is measured.
    if (index.records.length !== products) throw new Error('the index holds other pieces')
    return { buildMs: ms, indexMb: indexed }
  }
}

function view(locale: MixedQuery['locale']) {
  return { locale, regionId: REGION.id }
}

/** So many other queries run between two runs of a query that no cached result of it is left. */
function timeQueries(queries: readonly MixedQuery[], ask: (query: MixedQuery) => unknown) {
  const rounds = Array.from({ length: ROUNDS + 1 }, () => queries.map((query) => timeOnce(() => ask(query))))
  // The first run is a warm-up.
  const timed = rounds.slice(1)
  const quickest = queries.map(({ q }, nth) => ({ q, ms: Math.min(...timed.map((round) => round[nth] ?? Number.NaN)) }))
  const sorted = quickest.toSorted((a, b) => a.ms - b.ms)
  const times = sorted.map(({ ms }) => ms)
  const all = timed.flat()
  const slowest = sorted.at(-1)?.q ?? ''
  return {
    p50: median(times),
    p99: percentile(times, 0.99),
    max: percentile(times, 1),
    slowest,
    p99OfRounds: percentile(all, 0.99),
  }
}

function timeOnce(work: () => unknown): number {
  const began = performance.now()
  work()
  return performance.now() - began
}

function usedMb(): number {
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 2 ** 20
}
