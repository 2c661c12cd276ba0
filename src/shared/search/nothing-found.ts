import type { ShownSearch } from '../product/shown-product.ts'

export function nothingFound(query: string, currency: string): ShownSearch {
  const reading = {
    query: query.trim(),
    text: query.trim(),
    price: null,
    instead: null,
    did_you_mean: null,
    is_nearest: false,
    marks: [],
    categories: [],
  }
  return { products: [], count: 0, currency_code: currency, pages: [], reading }
}
