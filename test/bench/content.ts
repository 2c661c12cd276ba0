/**
 * Content queries per second in one process, one after another: the engine, and a plain filter, sort and slice of the
 * same documents.
 */
import { isDeepStrictEqual } from 'node:util'

import { createEngine } from '#content/query/engine.ts'
import { createContentRequests } from '#content/request/content-requests.ts'
import type { ContentQuery } from '#shared/page/content-source.ts'
import { askNaively } from '#test/support/naive-content.ts'
import { median, report } from '#test/support/program.ts'

import { inventDocuments, queriesOf } from './parts/content-documents.ts'

const SIZES = [50, 1000, 10_000]
const SETTINGS = { locales: ['en', 'ru'], defaultLocale: 'en', navigation: false } as const
const ROUND_MS = 150
const ROUNDS = 9

type Kind = keyof ReturnType<typeof queriesOf>
type Who = 'engine' | 'scan'

interface Runner {
  kind: Kind
  documents: number
  who: Who
  ask: () => unknown
  rates: number[]
}

const runners = SIZES.flatMap((documents) => {
  const stored = inventDocuments(documents)
  const requests = createContentRequests(createEngine(stored, SETTINGS), SETTINGS)
  const sorted = stored.toSorted((a, b) => (a._id < b._id ? -1 : 1))
  return (Object.entries(queriesOf(stored)) as [Kind, ContentQuery][]).flatMap(([kind, request]): Runner[] => {
    const [engine, scan] = [() => requests.query(request), () => askNaively(sorted, request)]
    if (!isDeepStrictEqual(engine(), scan())) throw new Error(`${kind} of ${documents}: two answers`)
    return [
      { kind, documents, who: 'engine', ask: engine, rates: [] },
      { kind, documents, who: 'scan', ask: scan, rates: [] },
    ]
  })
})

for (let round = 0; round <= ROUNDS; round += 1)
  for (const { ask, rates } of runners) {
    const rate = perSecond(ask)
    if (round > 0) rates.push(rate)
  }

for (const { kind, documents, who, rates } of runners) {
  report(`content ${kind}`, { value: median(rates), unit: 'a second', by: who, documents })
}
const [few, many] = [Math.min(...SIZES), Math.max(...SIZES)]
judge('content path, with few documents', compare(['path', few, 'engine'], ['path', many, 'engine']), { most: 1.5 })
judge('content list, by the engine', compare(['list', many, 'engine'], ['list', many, 'scan']), { least: 5 })
judge('content surround, by the engine', compare(['surround', many, 'engine'], ['surround', many, 'scan']), {
  least: 500,
})

function compare(one: [Kind, number, Who], other: [Kind, number, Who]): number {
  const [ours, theirs] = [ratesOf(...one), ratesOf(...other)]
  return median(ours.map((rate, round) => rate / (theirs[round] ?? Number.NaN)))
}

function ratesOf(kind: Kind, documents: number, who: Who): number[] {
  return runners.find((one) => one.kind === kind && one.documents === documents && one.who === who)?.rates ?? []
}

function judge(name: string, value: number, limit: { most?: number; least?: number }): void {
  report(name, { value, unit: 'times as many', ...limit, documents: many })
}

function perSecond(ask: () => unknown): number {
  const started = performance.now()
  let asked = 0
  let passed: number
  do {
    ask()
    asked += 1
    passed = performance.now() - started
  } while (passed < ROUND_MS)
  return (asked / passed) * 1000
}
