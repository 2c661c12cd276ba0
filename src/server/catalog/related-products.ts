import { isInStock } from './records/availability.ts'
import type { ProductRecord } from './records/records.ts'
import type { Snapshot } from './snapshot/snapshot.ts'

/** Enough to choose from; a category of thousands is not searched for eight cards. */
const CANDIDATES = 200

/**
 * Products to show beside one: of its sub-category first, then of its category, then any;
 * among those what can be bought, and other cuts and metals before the same again.
 */
export function relatedProducts(snapshot: Snapshot, record: ProductRecord, limit: number): ProductRecord[] {
  const own = record.categories.flatMap((id) => snapshot.categoryById.get(id) ?? [])
  const nearest = own.toSorted((a, b) => Number(a.parentId === null) - Number(b.parentId === null))
  const parents = own.flatMap(({ parentId }) => (parentId === null ? [] : (snapshot.categoryById.get(parentId) ?? [])))
  const related = new Set<ProductRecord>()
  for (const { handle } of [...nearest, ...parents]) {
    for (const product of rankSimilar(record, snapshot.byCategory.get(handle) ?? [])) related.add(product)
    if (related.size >= limit) break
  }
  if (related.size < limit) for (const product of rankSimilar(record, snapshot.products)) related.add(product)
  return [...related].slice(0, limit)
}

/** Each product begins behind its own place in the list, so that every product is beside some other. */
function rankSimilar(record: ProductRecord, list: readonly ProductRecord[]): ProductRecord[] {
  const place = list.indexOf(record)
  const behind = list.slice(place + 1, place + 1 + CANDIDATES)
  const others = [...behind, ...list.slice(0, Math.min(Math.max(0, place), CANDIDATES - behind.length))]
  const metals = new Set(record.variants.map(({ options }) => options['metal']))
  const score = (product: ProductRecord): number =>
    (isInStock(product) ? 4 : 0) +
    (product.tags.some((tag) => record.tags.includes(tag)) ? 0 : 2) +
    (product.variants.every(({ options: { metal } }) => metal === undefined || metals.has(metal)) ? 0 : 1)
  return others
    .map((product) => ({ product, score: score(product) }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ product }) => product)
}
