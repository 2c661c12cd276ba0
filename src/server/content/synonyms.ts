import type { ContentDocument } from '#content/document.ts'

import type { ContentLibrary } from './content-library.ts'

/** Of every language: `ru/_search/words.yml`. */
const FILE = /^[^/]+\/_search\/words\.ya?ml$/

export function isSynonymFile({ _file }: Pick<ContentDocument, '_file'>): boolean {
  return FILE.test(_file)
}

/**
 * What the operator says of the words that visitors look for.
 * @returns gives it as its files stand now, and the same object as long as nothing of it changes
 */
export function createSynonyms(library: Pick<ContentLibrary, 'version' | 'documents'>): () => Synonyms {
  let version: string | undefined
  let text: string | undefined
  let terms: Synonyms = toSynonyms([])
  return () => {
    if (library.version === version) return terms
    version = library.version
    const documents = library.documents().filter(isSynonymFile)
    const now = JSON.stringify(documents)
    if (now !== text) terms = toSynonyms(documents)
    text = now
    return terms
  }
}

/** Whatever is not as it should be is left out; `npm run content:check` tells of it. */
function toSynonyms(documents: readonly ContentDocument[]): Synonyms {
  return {
    same: documents.flatMap(({ same }) => listOf(same).map(textsOf)),
    also: documents.flatMap(({ also }) => findsOf(also)),
    first: documents.flatMap(({ first }) => findsOf(first)),
    optional: documents.flatMap(({ optional }) => textsOf(optional)),
    audience: documents.flatMap(({ audience }) => textsOf(audience)),
    ignored: documents.flatMap(({ ignored }) => textsOf(ignored)),
  }
}

function findsOf(value: unknown): { typed: string; finds: string[] }[] {
  return listOf(value).flatMap((one) => {
    const { typed, finds } = (one ?? {}) as Record<string, unknown>
    return textsOf([typed]).map((text) => ({ typed: text, finds: textsOf(finds) }))
  })
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** A number that stands without quotes is meant as it is written. */
function textsOf(value: unknown): string[] {
  return listOf(value).flatMap((one) => (typeof one === 'string' || typeof one === 'number' ? String(one) : []))
}

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
