import type { ProductOrder } from '../snapshot/price-index.ts'
import { noProducts, addProduct, type ProductSet } from '../snapshot/product-set.ts'
import type { Answered } from './find-products.ts'

/** Products that answer a query, by their places in the shop's own order. */
export interface RankedProducts {
  products: ProductSet
  /** The best first; of equals in the shop's own order, which puts what others choose before the rest. */
  featured: ProductOrder
}

/** Scores nearer than this are the same. */
const STEP = 16
const RANKS = 4096
/** What rarity is worth to products that have only some of a query: more than how well they have it. */
const RARE = 4000
/** Of products that have only some of a query, those that have nearly as much as the best. */
const NEARLY = 0.6

/**
 * @param numberAt the number in the index of the product at a place
 * @param boosts what a product's place is worth besides
 */
export function rankProducts(
  { matched, isNearest }: Answered,
  numberAt: Uint32Array,
  boostAt: (place: number) => number,
): RankedProducts {
  const { scores, counts, rarity, wanted } = matched
  const least = isNearest ? NEARLY * rarity.reduce((most, one) => Math.max(most, one), 0) : 0
  const products = noProducts(numberAt.length)
  const ranks = new Uint16Array(numberAt.length)
  const sizes = new Uint32Array(RANKS)
  let count = 0
  for (let place = 0; place < numberAt.length; place += 1) {
    const number = numberAt[place] ?? 0
    const score = scores[number] ?? 0
    const rare = rarity[number] ?? 0
    if (score === 0 || (isNearest ? rare < least : counts[number] !== wanted)) continue
    const worth = Math.round((score + boostAt(place) + (isNearest ? rare * RARE : 0)) / STEP)
    // From the best, which is 0.
    const rank = RANKS - 1 - Math.min(RANKS - 1, worth)
    addProduct(products, place)
    ranks[place] = rank + 1
    sizes[rank] = (sizes[rank] ?? 0) + 1
    count += 1
  }
  return { products, featured: inOrderOf(ranks, sizes, count) }
}

/** @param ranks by place, from 1; 0 where a product has none */
function inOrderOf(ranks: Uint16Array, sizes: Uint32Array, count: number): ProductOrder {
  const order = new Uint32Array(count)
  const next = new Uint32Array(sizes.length)
  for (let rank = 1; rank < sizes.length; rank += 1) next[rank] = (next[rank - 1] ?? 0) + (sizes[rank - 1] ?? 0)
  for (let place = 0; place < ranks.length; place += 1) {
    const rank = (ranks[place] ?? 0) - 1
    if (rank < 0) continue
    const at = next[rank] ?? 0
    order[at] = place
    next[rank] = at + 1
  }
  return order
}
