import type { ContentDocument } from '#content/document.ts'
import type { SearchWords } from '#server/catalog/search/search-words.ts'

import type { ContentLibrary } from './content-library.ts'

/** Of every language: `ru/_search/words.yml`. */
const FILE = /^[^/]+\/_search\/words\.ya?ml$/

export function isSearchWords({ _file }: Pick<ContentDocument, '_file'>): boolean {
  return FILE.test(_file)
}

/**
 * What the operator says of the words that visitors look for.
 * @returns gives it as its files stand now, and the same object as long as nothing of it changes
 */
export function createSearchWords(library: Pick<ContentLibrary, 'version' | 'documents'>): () => SearchWords {
  let version: string | undefined
  let text: string | undefined
  let words: SearchWords = toSearchWords([])
  return () => {
    if (library.version === version) return words
    version = library.version
    const documents = library.documents().filter(isSearchWords)
    const now = JSON.stringify(documents)
    if (now !== text) words = toSearchWords(documents)
    text = now
    return words
  }
}

/** Whatever is not as it should be is left out; `npm run content:check` tells of it. */
function toSearchWords(documents: readonly ContentDocument[]): SearchWords {
  return {
    same: documents.flatMap(({ same }) => listOf(same).map(textsOf)),
    also: documents.flatMap(({ also }) =>
      listOf(also).flatMap((one) => {
        const { typed, finds } = (one ?? {}) as Record<string, unknown>
        return textsOf([typed]).map((text) => ({ typed: text, finds: textsOf(finds) }))
      }),
    ),
    optional: documents.flatMap(({ optional }) => textsOf(optional)),
    ignored: documents.flatMap(({ ignored }) => textsOf(ignored)),
  }
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** A number that stands without quotes is meant as it is written. */
function textsOf(value: unknown): string[] {
  return listOf(value).flatMap((one) => (typeof one === 'string' || typeof one === 'number' ? String(one) : []))
}
