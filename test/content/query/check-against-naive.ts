import fc from 'fast-check'

import { createEngine, type ContentEngine } from '#content/query/engine.ts'
import type { ContentQuery } from '#shared/content/content-source.ts'
import { askNaively } from '#test/support/naive-content.ts'

import { documents, query } from './random-query.ts'

function ask(engine: ContentEngine, asked: ContentQuery): unknown {
  if (asked.count) return engine.count(asked)
  if (asked.surround) return engine.surround(asked)
  return asked.first ? (engine.first(asked)?.picked ?? null) : engine.find(asked)
}

/**
 * Compares the engine with a naive filter on random documents and queries. Each engine answers several queries, so that
 * its caches are tested too.
 * @throws the smallest counterexample, and the seed that reproduces it
 */
export function checkAgainstNaive({ runs, seed }: { runs: number; seed: number }): void {
  fc.assert(
    fc.property(documents, fc.array(query, { minLength: 1, maxLength: 4 }), (stored, queries) => {
      const engine = createEngine(stored.toReversed(), {
        locales: ['en', 'ru'],
        navigation: false,
      })
      for (const asked of queries) {
        const [ours, naive] = [ask(engine, asked), askNaively(stored, asked)]
        if (JSON.stringify(sorted(ours)) !== JSON.stringify(sorted(naive)))
          throw new Error(`${show(asked)}\nours  ${JSON.stringify(ours)}\nnaive ${JSON.stringify(naive)}`)
      }
    }),
    { numRuns: runs, seed },
  )
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}

function show(asked: ContentQuery): string {
  return JSON.stringify(asked, (_, value: unknown) => (value instanceof RegExp ? String(value) : value))
}
