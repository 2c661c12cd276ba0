import { Type, type Static } from 'typebox'

import { nullable } from '../nullable.ts'
import { CategoryRef, PriceRange, ProductCard, ProductCardList } from './product.ts'

/** How a query was interpreted, as shown above its results. */
export const SearchReading = Type.Object({
  query: Type.String(),
  /** Without its price. */
  text: Type.String(),
  /** From the query, as in `rings under 300`. Null if a price filter was chosen. */
  price: nullable(PriceRange),
  /** The correction that was used because the typed query found nothing (wrong keyboard layout or misspelling). */
  instead: nullable(Type.String()),
  /** Finds more. It is suggested, not applied. */
  did_you_mean: nullable(Type.String()),
  /** No product matches all words, so the results are the closest partial matches. */
  is_nearest: Type.Boolean(),
  /** Words to highlight, in lower case, as spelled in the results. */
  marks: Type.Array(Type.String()),
  /** Categories whose name matches, best match first. */
  categories: Type.Array(CategoryRef),
})
export type SearchReading = Static<typeof SearchReading>

/** A page, an article or one of its sections. */
export const FoundPage = Type.Object({
  /** Without the locale; with the id of the section. */
  path: Type.String(),
  title: Type.String(),
  /** The description of the page, or the beginning of the section. */
  text: Type.String(),
})
export type FoundPage = Static<typeof FoundPage>

/** Products by relevance, unless another sort order is requested; pages, the best first. */
export const SearchAnswer = Type.Object({
  ...ProductCardList.properties,
  pages: Type.Array(FoundPage),
  reading: SearchReading,
})
export type SearchAnswer = Static<typeof SearchAnswer>

/** Each with at least one result. Products and pages are included only if requested. */
export const SuggestionList = Type.Object({
  suggestions: Type.Array(Type.String()),
  pages: Type.Optional(Type.Array(FoundPage)),
  products: Type.Optional(Type.Array(ProductCard)),
})
export type SuggestionList = Static<typeof SuggestionList>
