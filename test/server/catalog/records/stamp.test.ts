import fc from 'fast-check'
import t from 'tap'

import type { StampedMap } from '#server/catalog/records/records.ts'
import { mergeReading, NOTHING_GONE, stamp, type Gone, type Reading } from '#server/catalog/records/stamp.ts'
import { createYieldToLoop } from '#server/infra/scheduling.ts'
import { seedOfRun } from '#test/support/random.ts'

const SEED = seedOfRun()

function read(readAt: number, asked: 'all' | string[], values: Record<string, string>): Reading<string> {
  const found = new Map(Object.entries(values).map(([id, value]) => [id, stamp(value, readAt)]))
  return { readAt, asked, found }
}

function valuesOf(entries: StampedMap<string>): Record<string, string> {
  return Object.fromEntries([...entries].map(([id, { value }]) => [id, value]))
}

async function mergeAll(readings: Reading<string>[]): Promise<Record<string, string>> {
  let entries: StampedMap<string> = new Map()
  let gone: Gone = NOTHING_GONE
  for (const reading of readings) ({ entries, gone } = await mergeReading(entries, gone, reading, createYieldToLoop()))
  return valuesOf(entries)
}

t.test('the latest read of each product wins in any order of arrival', async (t) => {
  const ids = ['a', 'b', 'c']
  const someIds = fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1 })
  const step = fc.record({
    full: fc.boolean(),
    ids: someIds,
    there: fc.subarray(ids),
    value: fc.string({ maxLength: 2 }),
  })
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 1, maxLength: 8 }),
    fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
    async (steps, shuffle) => {
      const readings = steps.map(({ full, ids: named, there, value }, index) => {
        const asked = full ? ('all' as const) : named
        const found = there.filter((id) => full || named.includes(id))
        return read(index + 1, asked, Object.fromEntries(found.map((id) => [id, `${value}${index}`])))
      })
      const disordered = readings
        .map((reading, index) => ({ reading, key: shuffle[index] ?? 0 }))
        .toSorted((x, y) => x.key - y.key)
        .map(({ reading }) => reading)
      const latest: Record<string, string> = {}
      for (const id of ids) {
        const last = readings.findLast(({ asked }) => asked === 'all' || asked.includes(id))
        const value = last?.found.get(id)?.value
        if (value !== undefined) latest[id] = value
      }
      return JSON.stringify(sorted(await mergeAll(disordered))) === JSON.stringify(sorted(latest))
    },
  )
  await fc.assert(property, { seed: SEED, numRuns: 3000 })
  t.comment(`seed ${SEED}`)
})

function sorted(values: Record<string, string>): [string, string][] {
  return Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1))
}
