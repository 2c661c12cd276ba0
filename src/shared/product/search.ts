import { Type, type Static } from 'typebox'

import { nullable } from '../nullable.ts'
import { CategoryRef, PriceRange, ProductCard, ProductCardList } from './product.ts'

export const SearchReading = Type.Object({
  query: Type.String(),
  text: Type.String(),
  /** Named in the query, as in `rings under 300`. Null if a price filter was chosen. */
  price: nullable(PriceRange),
  instead: nullable(Type.String()),
  did_you_mean: nullable(Type.String()),
  /** The closest partial matches: no product matches all words. */
  is_nearest: Type.Boolean(),
  /** In lower case, as spelled in the results. */
  marks: Type.Array(Type.String()),
  categories: Type.Array(CategoryRef),
})
export type SearchReading = Static<typeof SearchReading>

export const FoundPage = Type.Object({
  /** Without the locale; with the id of a section. */
  path: Type.String(),
  title: Type.String(),
  text: Type.String(),
})
export type FoundPage = Static<typeof FoundPage>

export const SearchAnswer = Type.Object({
  ...ProductCardList.properties,
  pages: Type.Array(FoundPage),
  reading: SearchReading,
})
export type SearchAnswer = Static<typeof SearchAnswer>

/** Each suggestion has results. */
export const SuggestionList = Type.Object({
  suggestions: Type.Array(Type.String()),
  pages: Type.Optional(Type.Array(FoundPage)),
  products: Type.Optional(Type.Array(ProductCard)),
})
export type SuggestionList = Static<typeof SuggestionList>
