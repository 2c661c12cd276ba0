import { compareText } from '#shared/text/compare-text.ts'

import type { ContentDocument } from '../document.ts'
import type { Facts } from './condition/find-facts.ts'
import { textOf } from './condition/text-of.ts'

/** Documents by their numbers: all that can fit, perhaps some more. How many is known before they are gathered. */
export interface Candidates {
  count: number
  numbers: () => readonly number[]
}

/** Finds documents by path, by the beginning of the path, and by language. */
export interface DocumentIndex {
  /** Undefined where nothing narrows the search. */
  candidates: (facts: Facts) => Candidates | undefined
  /** Ascending. */
  ofLocale: (locale: string) => readonly number[]
}

const NONE: readonly number[] = []

export function createIndex(documents: readonly ContentDocument[]): DocumentIndex {
  const byPath = group(documents, ({ _path: path }) => path)
  const byLocale = group(documents, ({ _locale: locale }) => locale)
  const sorted = [...byPath].toSorted(([a], [b]) => compareText(a, b))
  const paths = sorted.flatMap(([path, numbers]) => numbers.map(() => path))
  const inPathOrder = sorted.flatMap(([, numbers]) => numbers)

  // A document may hold a list there, and `$in` looks into lists. As a text it is in `byPath` too.
  const ofLists = [...documents.keys()].filter((number) => Array.isArray(documents[number]?._path))

  const under = (prefix: string): Candidates => {
    const from = firstThat(paths, (path) => path >= prefix)
    const to = firstThat(paths, (path) => path.slice(0, prefix.length) > prefix)
    return { count: to - from, numbers: () => inPathOrder.slice(from, to) }
  }
  const at = (wanted: readonly string[]): Candidates => {
    const [only] = wanted
    const numbers =
      wanted.length === 1 && ofLists.length === 0
        ? (byPath.get(only as string) ?? NONE)
        : [...new Set([...ofLists, ...wanted.flatMap((path) => byPath.get(path) ?? NONE)])]
    return { count: numbers.length, numbers: () => numbers }
  }
  return {
    candidates({ paths: wanted, prefix }) {
      if (wanted) return at(wanted)
      return prefix === undefined ? undefined : under(prefix)
    },
    ofLocale: (locale) => byLocale.get(locale) ?? NONE,
  }
}

/** What has no text has no group: no condition that looks for a text can find it. */
function group(documents: readonly ContentDocument[], valueOf: (document: ContentDocument) => unknown) {
  const groups = new Map<string, number[]>()
  for (const [number, document] of documents.entries()) {
    const name = textOf(valueOf(document))
    if (name === undefined) continue
    const members = groups.get(name)
    if (members) members.push(number)
    else groups.set(name, [number])
  }
  return groups
}

/** @returns the place of the first that passes, where all after it do; the length where none does */
function firstThat(sorted: readonly string[], passes: (text: string) => boolean): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (passes(sorted[middle] as string)) high = middle
    else low = middle + 1
  }
  return low
}
