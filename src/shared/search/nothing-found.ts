import type { ShownSearch } from '../product/shown-product.ts'

/** The answer where nothing was looked for, or it could not be. */
export function nothingFound(query: string, currency: string): ShownSearch {
  const reading = {
    query: query.trim(),
    instead: null,
    did_you_mean: null,
    is_nearest: false,
    marks: [],
    categories: [],
  }
  return { products: [], count: 0, currency_code: currency, reading }
}
