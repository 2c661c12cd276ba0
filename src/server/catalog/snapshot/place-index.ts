import type { ProductRecord } from '../records/records.ts'
import type { SearchIndex } from './search-index.ts'

/** The index, and where its products stand in one snapshot. */
export interface PlacedIndex {
  index: SearchIndex
  /** The number in the index of the product at each place of the shop's own order. */
  numberAt: Uint32Array
}

/** @param products in the shop's own order, the same products as the index has */
export function placeIndex(index: SearchIndex, products: readonly ProductRecord[]): PlacedIndex {
  const numbers = new Map(index.records.map(({ id }, number) => [id, number]))
  return { index, numberAt: Uint32Array.from(products, ({ id }) => numbers.get(id) ?? 0) }
}
