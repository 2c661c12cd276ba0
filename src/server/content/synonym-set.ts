/** What an operator says of the words that visitors look for, in one language or several. */
export interface Synonyms {
  /** Words or phrases of each group mean the same. */
  same: readonly (readonly string[])[]
  /** Who looks for the first is shown the others too, not the other way round. */
  also: readonly { typed: string; finds: readonly string[] }[]
  /** Of the products that the first finds, those that the others find too come first. */
  first: readonly { typed: string; finds: readonly string[] }[]
  /** Words that say nothing: и, the. */
  ignored: readonly string[]
  /** Words that a product need not have, though it comes first with them. */
  optional: readonly string[]
  /** Optional words for the wearer; without another word they find only products that have them. */
  audience: readonly string[]
}

export const NO_SYNONYMS: Synonyms = { same: [], also: [], first: [], ignored: [], optional: [], audience: [] }
