import { splitWords } from '#server/spelling/split-words.ts'
import { stemWord } from '#server/spelling/stem-word.ts'
import { LOCALES } from '#shared/i18n/locale.ts'

import type { CategoryRecord } from '../records.ts'
import type { Answered } from './find-pieces.ts'

/** A name that a shelf goes by. */
export interface ShelfName {
  category: CategoryRecord
  stems: readonly string[]
  /** A part of the name, where it joins several: колье и подвески. */
  isPart: boolean
}

export interface NamedShelf {
  category: CategoryRecord
  /** How many words of a query name it. */
  words: number
  /** Whether the query asks for nothing else. */
  isAll: boolean
}

const JOINED = /\s(?:and|и|&)\s|, /u

/** @param ignored words that are no part of a name */
export function shelfNames(categories: readonly CategoryRecord[], ignored: ReadonlySet<string>): ShelfName[] {
  return categories
    .flatMap((category) =>
      LOCALES.flatMap((locale) => {
        const { name } = category.words[locale]
        const parts = name.toLowerCase().split(JOINED)
        const names = parts.length > 1 ? [name, ...parts] : [name]
        return names.map((one, nth) => ({ category, stems: stemsOf(one, ignored), isPart: nth > 0 }))
      }),
    )
    .filter(({ stems }) => stems.length > 0)
}

/** The shelves whose name is among what is looked for; of a name inside another only the longer counts. */
export function shelvesNamed(
  { parts, reading: { words } }: Pick<Answered, 'parts' | 'reading'>,
  names: readonly ShelfName[],
): NamedShelf[] {
  const said = parts.flatMap((part) => part.names)
  const isSaid = (stems: readonly string[]): boolean => {
    const inside = said.filter((phrase) => phrase.every((stem) => stems.includes(stem))).flat()
    return stems.every((stem) => inside.includes(stem))
  }
  const asked = names.filter(({ stems }) => isSaid(stems))
  const entire = asked.filter(({ isPart }) => !isPart)
  const chosen = entire.length > 0 ? entire : asked
  const longest = chosen.filter(
    ({ category, stems }) =>
      !chosen.some(
        (other) =>
          isInside(stems, other.stems) ||
          (other.category.parentId === category.id && other.stems.length > stems.length),
      ),
  )
  const whole = wholeNames(longest, parts, words)
  const shelves = new Map<CategoryRecord, NamedShelf>()
  for (const name of longest) {
    const known = shelves.get(name.category)
    shelves.set(name.category, {
      category: name.category,
      words: Math.max(known?.words ?? 0, name.stems.length),
      isAll: whole.has(name) || known?.isAll === true,
    })
  }
  return [...shelves.values()].toSorted(
    (a, b) =>
      Number(b.isAll) - Number(a.isAll) ||
      b.words - a.words ||
      Number(a.category.parentId !== null) - Number(b.category.parentId !== null),
  )
}

/** Names that are all of a query; of several of the same words (серьги-подвески, подвеска и серьги) those in its order. */
function wholeNames(
  names: readonly ShelfName[],
  parts: Answered['parts'],
  words: Answered['reading']['words'],
): ReadonlySet<ShelfName> {
  const wanted = parts.filter(({ isOptional }) => !isOptional)
  const typed = words.filter(({ isOptional }) => !isOptional)
  const whole = names.filter(({ stems }) =>
    wanted.every((part) => part.names.some((phrase) => phrase.every((stem) => stems.includes(stem)))),
  )
  const inOrder = whole.filter(({ stems }) => stems.every((stem, at) => typed[at]?.stems.includes(stem)))
  return new Set(inOrder.length > 0 ? inOrder : whole)
}

function isInside(stems: readonly string[], others: readonly string[]): boolean {
  return others.length > stems.length && stems.every((stem) => others.includes(stem))
}

function stemsOf(name: string, ignored: ReadonlySet<string>): string[] {
  const words = splitWords(name).filter(({ plain }) => !ignored.has(plain))
  return [...new Set(words.map(({ plain }) => stemWord(plain)))]
}
