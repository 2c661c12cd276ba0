import { LOCALES } from '#shared/i18n/locale.ts'

import type { CategoryRecord } from '../records/records.ts'
import { stemTerm, splitTerms } from '../spelling/split-terms.ts'
import type { Answered } from './find-products.ts'

export interface CategoryName {
  category: CategoryRecord
  stems: readonly string[]
  /** Whether it is one part of a joined name: колье и подвески. */
  isPart: boolean
}

export interface NamedCategory {
  category: CategoryRecord
  /** The number of query words that name it. */
  words: number
  /** Whether the query consists of the name only. */
  isAll: boolean
}

const JOINED = /\s(?:and|и|&)\s|, /u

export function categoryNames(categories: readonly CategoryRecord[], ignored: ReadonlySet<string>): CategoryName[] {
  return categories
    .flatMap((category) =>
      LOCALES.flatMap((locale) => {
        const { name } = category.words[locale]
        const parts = name.toLowerCase().split(JOINED)
        const names = parts.length > 1 ? [name, ...parts] : [name]
        return names.map((text, index) => ({ category, stems: stemsOf(text, ignored), isPart: index > 0 }))
      }),
    )
    .filter(({ stems }) => stems.length > 0)
}

/** A name inside a longer one does not count. */
export function categoriesNamed(
  { parts, reading: { words: terms } }: Pick<Answered, 'parts' | 'reading'>,
  names: readonly CategoryName[],
): NamedCategory[] {
  const phrases = parts.flatMap((part) => part.names)
  const isNamed = (stems: readonly string[]): boolean => {
    const inside = phrases.filter((phrase) => phrase.every((stem) => stems.includes(stem))).flat()
    return stems.every((stem) => inside.includes(stem))
  }
  const named = names.filter(({ stems }) => isNamed(stems))
  const entire = named.filter(({ isPart }) => !isPart)
  const chosen = entire.length > 0 ? entire : named
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

/** Of names that differ only in word order (серьги-подвески, подвеска и серьги) it takes those in the query's order. */
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
