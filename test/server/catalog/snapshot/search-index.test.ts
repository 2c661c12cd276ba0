import t from 'tap'

import type { CatalogContents, ProductRecord } from '#server/catalog/records/records.ts'
import { createShop } from '#server/catalog/shop.ts'
import { buildSnapshot, type Snapshot } from '#server/catalog/snapshot/snapshot.ts'
import { NO_SYNONYMS } from '#server/content/synonyms.ts'
import { generatedContents, REGION } from '#test/support/generated/contents.ts'

const contents = generatedContents(37)
const before = await buildSnapshot(contents, 'before')
const view = { locale: 'en', regionId: REGION.id } as const

async function after(change: (record: ProductRecord) => ProductRecord): Promise<Snapshot> {
  const products = [...contents.products].map(([id, record]) => [id, change(structuredClone(record))] as const)
  return buildSnapshot({ ...contents, products: new Map(products) } satisfies CatalogContents, 'after', before)
}

function first({ q, snapshot }: { q: string; snapshot: Snapshot }): string | undefined {
  return createShop(
    snapshot,
    () => undefined,
    () => NO_SYNONYMS,
  ).search({ q, limit: 1 }, view).products[0]?.handle
}

t.test('changed texts are found, and the old ones are not', async (t) => {
  const snapshot = await after((record) =>
    record.handle === 'plain-wedding-band'
      ? { ...record, words: { ...record.words, en: { ...record.words.en, title: 'Quixotic hoop' } } }
      : record,
  )
  t.not(snapshot.search.phrases, before.search.phrases)
  t.equal(first({ q: 'quixotic', snapshot }), 'plain-wedding-band')
  t.equal(first({ q: 'quixotic', snapshot: before }), undefined)
})

t.test('a removed product is no longer found', async (t) => {
  const products = new Map([...contents.products].filter(([, { handle }]) => handle !== 'plain-wedding-band'))
  const snapshot = await buildSnapshot({ ...contents, products }, 'after', before)
  t.not(first({ q: 'plain wedding band', snapshot }), 'plain-wedding-band')
})
