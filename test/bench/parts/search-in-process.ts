import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { createBreather } from '#server/catalog/pace/breather.ts'
import { buildSearchIndex } from '#server/catalog/search-index/search-index.ts'
import { workClock } from '#test/server/catalog/listing/time-choices.ts'
import { mixedQueries, type MixedQuery } from '#test/server/catalog/search/mixed-queries.ts'
import { REGION } from '#test/support/generated/contents.ts'
import { openGeneratedShop } from '#test/support/generated/open-shop.ts'
import type { Random } from '#test/support/random.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const QUERIES = 1000
const ROUNDS = 3
const LIMIT = 50
const SUGGESTIONS = 5

/** Milliseconds of this thread's own work: what else the machine does meanwhile is no part of it. */
export interface Times {
  p50: number
  p99: number
  max: number
  slowest: string
  /** By the clock on the wall, which a busy machine makes longer. */
  wall: { p50: number; p99: number }
}

export interface SearchFigures {
  buildMs: number
  /** Of the memory in use, how much more with an index of both languages. */
  indexMb: number
  search: Times
  suggest: Times
}

/** A shop of so many pieces: its index built anew, then a thousand different queries one after the other, three times. */
export async function measureSearch(products: number, random: Random): Promise<SearchFigures> {
  const { shop, snapshot } = await openGeneratedShop(products)
  const { buildMs, indexMb } = await measureBuild()
  const rounds = Array.from({ length: ROUNDS + 1 }, () => mixedQueries(random, snapshot.products, QUERIES))
  return {
    buildMs,
    indexMb,
    search: timeRounds(rounds, ({ q, locale }) => shop.search({ q, limit: LIMIT }, view(locale))),
    suggest: timeRounds(rounds, ({ q, locale }) => shop.suggest(q, view(locale), SUGGESTIONS)),
  }

  async function measureBuild() {
    const before = usedMb()
    const began = performance.now()
    const index = await buildSearchIndex(snapshot.products, snapshot, createBreather())
    const ms = performance.now() - began
    const indexed = usedMb() - before
    // Named once more, so that it is still there when the memory is counted.
    if (index.records.length !== products) throw new Error('the index holds other pieces')
    return { buildMs: ms, indexMb: indexed }
  }
}

function view(locale: MixedQuery['locale']) {
  return { locale, regionId: REGION.id }
}

/** The round with the middle 99th percentile. */
function timeRounds(rounds: readonly MixedQuery[][], ask: (query: MixedQuery) => unknown): Times {
  const [warming = [], ...timed] = rounds
  for (const query of warming) ask(query)
  const times = timed.map((queries) => timeRound(queries, ask)).toSorted((a, b) => a.p99 - b.p99)
  return times[times.length >> 1] ?? timeRound([], ask)
}

function timeRound(queries: readonly MixedQuery[], ask: (query: MixedQuery) => unknown): Times {
  const took = queries.map((query) => {
    const [began, beganWork] = [performance.now(), workClock()]
    ask(query)
    return { worked: workClock() - beganWork, wall: performance.now() - began, q: query.q }
  })
  const sorted = took.toSorted((a, b) => a.worked - b.worked)
  const [works, walls] = [sorted.map(({ worked }) => worked), took.map(({ wall }) => wall).toSorted((a, b) => a - b)]
  const slowest = sorted.at(-1)?.q ?? ''
  const wall = { p50: at(walls, 0.5), p99: at(walls, 0.99) }
  return { p50: at(works, 0.5), p99: at(works, 0.99), max: at(works, 1), slowest, wall }
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

function usedMb(): number {
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 2 ** 20
}
