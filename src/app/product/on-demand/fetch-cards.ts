import type { Page } from '#shared/page/page-module.ts'
import type { ProductCardList } from '#shared/product/product.ts'
import type { ShownCard } from '#shared/product/shown-product.ts'

/**
 * @returns the products that are still sold, in the requested order
 * @throws if they could not be loaded or the request was aborted
 */
export async function fetchCards(
  handles: readonly string[],
  { locale, currency }: Pick<Page, 'locale' | 'currency'>,
  signal: AbortSignal,
): Promise<ShownCard[]> {
  const search = new URLSearchParams({ view: 'card', lang: locale, currency })
  for (const handle of handles) search.append('handle', handle)
  const answer = await fetch(`/api/products/all?${search}`, { signal })
  if (!answer.ok) throw new Error(`The pieces came with ${answer.status}`)
  return ((await answer.json()) as ProductCardList).products
}
