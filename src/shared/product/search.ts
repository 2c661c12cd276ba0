import { Type, type Static } from 'typebox'

import { nullable } from '../nullable.ts'
import { CategoryRef, ProductCard, ProductCardList } from './product.ts'

/** How a query was interpreted, as shown above its results. */
export const SearchReading = Type.Object({
  /** The typed text, trimmed. */
  query: Type.String(),
  /** The corrected query that was used because the typed one found nothing (wrong keyboard layout or misspelling). */
  instead: nullable(Type.String()),
  /** A spelling that finds more. It is suggested, not applied. */
  did_you_mean: nullable(Type.String()),
  /** True if no product matches all words, so the results are the closest partial matches. */
  is_nearest: Type.Boolean(),
  /** Matched words to highlight, in lower case, as spelled in the results. */
  marks: Type.Array(Type.String()),
  /** Categories whose name matches, best match first. */
  categories: Type.Array(CategoryRef),
})
export type SearchReading = Static<typeof SearchReading>

/** Products by relevance, unless another sort order is requested. */
export const SearchAnswer = Type.Object({ ...ProductCardList.properties, reading: SearchReading })
export type SearchAnswer = Static<typeof SearchAnswer>

/** Completions of the typed text, each with at least one result. Products are included only if requested. */
export const SuggestionList = Type.Object({
  suggestions: Type.Array(Type.String()),
  products: Type.Optional(Type.Array(ProductCard)),
})
export type SuggestionList = Static<typeof SuggestionList>
