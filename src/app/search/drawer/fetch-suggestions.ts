import type { Page } from '#shared/page/page-module.ts'
import type { SuggestionList } from '#shared/product/search.ts'

const MOST_PRODUCTS = 4
/** */
const LIMIT = '5'

/**
 * What the shop would complete a text to, and some products that it finds.
 * @throws where the answer could not be had, or no request waits for it any more
 */
export async function fetchSuggestions(
  query: string,
  { locale, currency }: Pick<Page, 'locale' | 'currency'>,
  signal: AbortSignal,
): Promise<SuggestionList> {
  const asked = { q: query, suggestions: 'true', limit: LIMIT, products: String(MOST_PRODUCTS), lang: locale, currency }
  const search = new URLSearchParams(asked)
  const answer = await fetch(`/api/products/suggestions?${search}`, { signal })
  if (!answer.ok) throw new Error(`The suggestions came with ${answer.status}`)
  return (await answer.json()) as SuggestionList
}
