import type { PriceRange } from './product.ts'

/** Query parameters that change the content of a listing which is not a search. */
export const LISTING_PARAMETERS = ['metal', 'cut', 'price', 'stock', 'sort', 'page'] as const

/** Those that crawlers may follow. The others have too many combinations; the pages without them show everything. */
export const CRAWLED_PARAMETERS: readonly string[] = ['metal', 'page']

export function isNarrowed({
  metals = [],
  cuts = [],
  price,
  inStock = false,
}: {
  metals?: readonly string[]
  cuts?: readonly string[]
  price?: PriceRange | undefined
  inStock?: boolean
}): boolean {
  return metals.length > 0 || cuts.length > 0 || price !== undefined || inStock
}
