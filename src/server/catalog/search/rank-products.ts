import type { ProductOrder } from '../snapshot/price-index.ts'
import { noProducts, addProduct, type ProductSet } from '../snapshot/product-set.ts'
import type { Answered } from './find-products.ts'

/** The results of a query, by their places in the shop's own order. */
export interface RankedProducts {
  products: ProductSet
  /** The best first; equal scores in the shop's own order. */
  featured: ProductOrder
}

/** The width of a rank. Scores within one rank count as equal. */
const STEP = 16
const RANKS = 4096
/** The boost per unit of rarity for partial matches. It outweighs the score. */
const RARITY_BOOST = 4000
const MIN_RARITY_SHARE = 0.6

/** A counting sort. `numberAt` is the number in the index for each place in the shop's own order. */
export function rankProducts(
  { matched, isNearest }: Answered,
  numberAt: Uint32Array,
  boostAt: (place: number) => number,
): RankedProducts {
  const { scores, counts, rarity, wanted } = matched
  const least = isNearest ? MIN_RARITY_SHARE * rarity.reduce((most, one) => Math.max(most, one), 0) : 0
  const products = noProducts(numberAt.length)
  const ranks = new Uint16Array(numberAt.length)
  const sizes = new Uint32Array(RANKS)
  let count = 0
  for (let place = 0; place < numberAt.length; place += 1) {
    const number = numberAt[place] ?? 0
    const score = scores[number] ?? 0
    const rare = rarity[number] ?? 0
    if (score === 0 || (isNearest ? rare < least : counts[number] !== wanted)) continue
    const worth = Math.round((score + boostAt(place) + (isNearest ? rare * RARITY_BOOST : 0)) / STEP)
    // The best rank is 0.
    const rank = RANKS - 1 - Math.min(RANKS - 1, worth)
    addProduct(products, place)
    ranks[place] = rank + 1
    sizes[rank] = (sizes[rank] ?? 0) + 1
    count += 1
  }
  return { products, featured: inOrderOf(ranks, sizes, count) }
}

/** @param ranks by place, from 1; 0 for products that do not match */
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
