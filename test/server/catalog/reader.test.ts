import fc from 'fast-check'
import t from 'tap'

import { createReader } from '#server/catalog/reader.ts'
import type { CatalogSource } from '#server/catalog/reading/read-medusa.ts'
import type { CatalogContents, ProductRecord } from '#server/catalog/records/records.ts'
import { seedOfRun } from '#test/support/random.ts'

import { makeContents, makeProduct } from './make-contents.ts'

const IDS = ['a', 'b', 'c']
const SEED = seedOfRun()

/** A backend that answers with its state at any moment between the call and the answer. */
function createSlowBackend() {
  const stock = new Map<string, number | undefined>(IDS.map((id) => [id, 0]))
  const calls: (() => void)[] = []
  const read = async (ids: readonly string[]): Promise<Map<string, ProductRecord>> => {
    await new Promise<void>((resolve) => calls.push(resolve))
    const found = ids.flatMap((id) => {
      const value = stock.get(id)
      return value === undefined ? [] : [[id, makeProduct({ id, createdAt: String(value) })] as const]
    })
    await new Promise<void>((resolve) => calls.push(resolve))
    return new Map(found)
  }
  const { frame } = makeContents([])
  const source: CatalogSource = {
    readAll: async () => ({ frame, products: await read(IDS) }),
    readSome: (ids) => read(ids),
  }
  return { stock, calls, source }
}

t.test('however the reads of a changing backend cross, the shop ends with its state and never goes back', async (t) => {
  const step = fc.oneof(
    fc.record({ change: fc.constantFrom(...IDS), isGone: fc.boolean() }),
    fc.record({ answer: fc.nat() }),
    fc.constant('poll' as const),
  )
  const property = fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 40 }), async (steps) => {
    const { stock, calls, source } = createSlowBackend()
    let contents: CatalogContents = makeContents(IDS.map((id) => makeProduct({ id, createdAt: '0' })))
    let wentBack = false
    const reader = createReader({
      source: () => source,
      refreshSeconds: 3600,
      contents: () => contents,
      async show(next) {
        for (const [id, { createdAt }] of next.products)
          wentBack ||= Number(createdAt) < Number(contents.products.get(id)?.createdAt ?? 0)
        contents = next
      },
      onFullRead: async () => {},
      onFailure: (error) => {
        throw error
      },
    })
    let changes = 0
    const shown: Promise<void>[] = []
    for (const one of steps) {
      if (one === 'poll') shown.push(reader.refresh('all'))
      else if ('answer' in one) calls.splice(one.answer % (calls.length || 1), 1)[0]?.()
      else {
        changes += 1
        stock.set(one.change, one.isGone ? undefined : changes)
        shown.push(reader.refresh([one.change]))
      }
      await new Promise(setImmediate)
    }
    const over = new AbortController()
    const end = Promise.all([...shown, reader.refresh(IDS)]).then(() => over.abort())
    while (!over.signal.aborted) {
      calls.shift()?.()
      await new Promise(setImmediate)
    }
    await end
    const stopped = reader.stop()
    for (const answer of calls) answer()
    await new Promise(setImmediate)
    for (const answer of calls) answer()
    await stopped
    const isSame = IDS.every((id) => contents.products.get(id)?.createdAt === stock.get(id)?.toString())
    return isSame && !wentBack
  })
  await fc.assert(property, { seed: SEED, numRuns: 500 })
  t.comment(`seed ${SEED}`)
})
