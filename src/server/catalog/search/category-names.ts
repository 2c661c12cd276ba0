import { LOCALES } from '#shared/i18n/locale.ts'

import type { CategoryRecord } from '../records/records.ts'
import { stemTerm, splitTerms } from '../spelling/split-terms.ts'
import type { Answered } from './find-products.ts'

/** A name that a shelf goes by. */
export interface CategoryName {
  category: CategoryRecord
  stems: readonly string[]
  /** A part of the name, where it joins several: колье и подвески. */
  isPart: boolean
}

export interface NamedCategory {
  category: CategoryRecord
  /** How many words of a query name it. */
  words: number
  /** Whether the query asks for nothing else. */
  isAll: boolean
}

const JOINED = /\s(?:and|и|&)\s|, /u

/** @param ignored words that are no part of a name */
export function categoryNames(categories: readonly CategoryRecord[], ignored: ReadonlySet<string>): CategoryName[] {
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
export function categoriesNamed(
  { parts, reading: { words: terms } }: Pick<Answered, 'parts' | 'reading'>,
  names: readonly CategoryName[],
): NamedCategory[] {
  const phrases = parts.flatMap((part) => part.names)
  const isNamed = (stems: readonly string[]): boolean => {
    const inside = phrases.filter((phrase) => phrase.every((stem) => stems.includes(stem))).flat()
    return stems.every((stem) => inside.includes(stem))
  }
  const asked = names.filter(({ stems }) => isNamed(stems))
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
  const whole = wholeNames(longest, parts, terms)
  const groups = new Map<CategoryRecord, NamedCategory>()
  for (const name of longest) {
    const known = groups.get(name.category)
    groups.set(name.category, {
      category: name.category,
      words: Math.max(known?.words ?? 0, name.stems.length),
      isAll: whole.has(name) || known?.isAll === true,
    })
  }
  return [...groups.values()].toSorted(
    (a, b) =>
      Number(b.isAll) - Number(a.isAll) ||
      b.words - a.words ||
      Number(a.category.parentId !== null) - Number(b.category.parentId !== null),
  )
}

/**
 * Names that are all of a query; of several of the same words (серьги-подвески, подвеска и серьги) those in its order.
 */
function wholeNames(
  names: readonly CategoryName[],
  parts: Answered['parts'],
  terms: Answered['reading']['words'],
): ReadonlySet<CategoryName> {
  const wanted = parts.filter(({ isOptional }) => !isOptional)
  const typed = terms.filter(({ isOptional }) => !isOptional)
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
  const terms = splitTerms(name).filter(({ plain }) => !ignored.has(plain))
  return [...new Set(terms.map(({ plain }) => stemTerm(plain)))]
}
