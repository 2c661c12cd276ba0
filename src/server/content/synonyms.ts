import type { ContentDocument } from '#content/document.ts'

import type { ContentLibrary } from './content-library.ts'

/** One file per language: `ru/_search/words.yml`. */
const FILE = /^[^/]+\/_search\/words\.ya?ml$/

export function isSynonymFile({ _file }: Pick<ContentDocument, '_file'>): boolean {
  return FILE.test(_file)
}

/** Returns the same object until the synonyms change. */
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

/** Skips invalid entries; `npm run content:check` reports them. */
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

/** Converts unquoted YAML numbers to text. */
function textsOf(value: unknown): string[] {
  return listOf(value).flatMap((one) => (typeof one === 'string' || typeof one === 'number' ? String(one) : []))
}

export interface Synonyms {
  /** Groups of words or phrases with the same meaning. */
  same: readonly (readonly string[])[]
  /** One-way synonyms: a search for `typed` also finds `finds`. */
  also: readonly { typed: string; finds: readonly string[] }[]
  /** Orders the products found for `typed`: those that match `finds` come first. */
  first: readonly { typed: string; finds: readonly string[] }[]
  /** Stop words: и, the. */
  ignored: readonly string[]
  /** Words that a product need not match. Products that match them come first. */
  optional: readonly string[]
  /** Optional words for the wearer. A search for only such words finds only products that have them. */
  audience: readonly string[]
}

export const NO_SYNONYMS: Synonyms = { same: [], also: [], first: [], ignored: [], optional: [], audience: [] }
