import { Type, type Static } from 'typebox'

import { nullable } from '../nullable.ts'
import { CategoryRef, ProductCard, ProductCardList } from './product.ts'

/** How a query was understood: what stands above its results. */
export const SearchReading = Type.Object({
  /** As it was typed, trimmed. */
  query: Type.String(),
  /** What was looked for instead, where only this finds something: typed on another keyboard, or misspelt. */
  instead: nullable(Type.String()),
  /** A spelling that finds more; offered, not taken. */
  did_you_mean: nullable(Type.String()),
  /** Whether no product has all of the words, so that these only come nearest. */
  is_nearest: Type.Boolean(),
  /** Words of the results that were found, lower case, as they stand there: to be marked. */
  marks: Type.Array(Type.String()),
  /** Shelves that go by this name, the nearest first. */
  categories: Type.Array(CategoryRef),
})
export type SearchReading = Static<typeof SearchReading>

/** Products in the order of their relevance unless another was asked for. */
export const SearchAnswer = Type.Object({ ...ProductCardList.properties, reading: SearchReading })
export type SearchAnswer = Static<typeof SearchAnswer>

/** Completions of what was typed, each of which finds something; the products only where they were asked for. */
export const SuggestionList = Type.Object({
  suggestions: Type.Array(Type.String()),
  products: Type.Optional(Type.Array(ProductCard)),
})
export type SuggestionList = Static<typeof SuggestionList>
