import type { ContentDocument } from '../document.ts'
import type { Facts } from './condition/find-facts.ts'
import { textOf } from './condition/text-of.ts'

/** Finds documents by path, by the beginning of the path, and by language, as ascending numbers. */
export interface DocumentIndex {
  /** Numbers of all documents that can fit, perhaps of more; undefined where nothing narrows the search. */
  candidates: (facts: Facts) => readonly number[] | undefined
  ofLocale: (locale: string) => readonly number[]
}

const NONE: readonly number[] = []

export function createIndex(documents: readonly ContentDocument[]): DocumentIndex {
  const byPath = group(documents, ({ _path: path }) => textOf(path))
  const byLocale = group(documents, ({ _locale: locale }) => textOf(locale))
  const paths = [...byPath.keys()].toSorted(compareUnits)

  const startingWith = (prefix: string): number[] => {
    const found: number[] = []
    for (let at = firstFrom(paths, prefix); at < paths.length; at += 1) {
      const path = paths[at] as string
      if (!path.startsWith(prefix)) break
      found.push(...(byPath.get(path) ?? NONE))
    }
    return found
  }
  return {
    candidates({ paths: wanted, prefix }) {
      if (wanted?.length === 1) return byPath.get(wanted[0] as string) ?? NONE
      if (wanted) return wanted.flatMap((path) => byPath.get(path) ?? NONE)
      return prefix === undefined ? undefined : startingWith(prefix)
    },
    ofLocale: (locale) => byLocale.get(locale) ?? NONE,
  }
}

/** By code unit, as the stored order. */
export function compareUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function group(documents: readonly ContentDocument[], nameOf: (document: ContentDocument) => string | undefined) {
  const groups = new Map<string, number[]>()
  for (const [number, document] of documents.entries()) {
    const name = nameOf(document)
    if (name === undefined) continue
    const members = groups.get(name)
    if (members) members.push(number)
    else groups.set(name, [number])
  }
  return groups
}

/** @returns where the first text stands that is not before the given one */
function firstFrom(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as string) < text) low = middle + 1
    else high = middle
  }
  return low
}
