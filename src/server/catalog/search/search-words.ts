/** What an operator says of the words that visitors look for, in one language or several. */
export interface SearchWords {
  /** Words or phrases of each group mean the same. */
  same: readonly (readonly string[])[]
  /** Who looks for the first is shown the others too, not the other way round. */
  also: readonly { typed: string; finds: readonly string[] }[]
  /** Words that say nothing: и, the. */
  ignored: readonly string[]
  /** Words that a piece need not have, though it comes first with them. */
  optional: readonly string[]
}

export const NO_WORDS: SearchWords = { same: [], also: [], ignored: [], optional: [] }
