import type { FastifyInstance } from 'fastify'

import type { Locale } from '#shared/i18n/locale.ts'
import type { SearchAnswer } from '#shared/product/search.ts'
import type { SearchQuery } from '#shared/shop-data.ts'

/** Counts a search that found nothing; one whose finds a choice took away, or another page of one, is none. */
export function noteIfEmpty(
  { emptySearches }: Pick<FastifyInstance, 'emptySearches'>,
  locale: Locale,
  { offset = 0, metals = [], cuts = [], price, inStock = false }: SearchQuery,
  { count, reading }: Pick<SearchAnswer, 'count' | 'reading'>,
): void {
  const isNarrowed = metals.length + cuts.length > 0 || price !== undefined || inStock
  if (offset === 0 && !isNarrowed && (count === 0 || reading.is_nearest)) emptySearches.note(locale, reading)
}
