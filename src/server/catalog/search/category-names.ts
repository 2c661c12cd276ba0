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

/** The best first. A name inside a longer one does not count. */
export function categoriesNamed(
  { parts, reading }: Pick<Answered, 'parts' | 'reading'>,
  names: readonly CategoryName[],
): NamedCategory[] {
  const isPhraseOf = (stems: readonly string[]) => (phrase: readonly string[]) =>
    phrase.every((stem) => stems.includes(stem))
  const phrases = parts.flatMap((part) => part.names)
  const named = names.filter(({ stems }) => {
    const inside = phrases.filter(isPhraseOf(stems)).flat()
    return stems.every((stem) => inside.includes(stem))
  })
  const entire = named.filter(({ isPart }) => !isPart)
  const chosen = entire.length > 0 ? entire : named
  const longest = chosen.filter(
    ({ category, stems }) =>
      !chosen.some(
        (other) =>
          other.stems.length > stems.length &&
          (isPhraseOf(other.stems)(stems) || other.category.parentId === category.id),
      ),
  )
  const required = parts.filter(({ isOptional }) => !isOptional)
  const whole = longest.filter(({ stems }) => required.every((part) => part.names.some(isPhraseOf(stems))))
  // Of names that differ only in word order (серьги-подвески, подвеска и серьги) those in the query's order are meant.
  const typed = reading.words.filter(({ isOptional }) => !isOptional)
  const inOrder = whole.filter(({ stems }) => stems.every((stem, at) => typed[at]?.stems.includes(stem)))
  const all = inOrder.length > 0 ? inOrder : whole
  const found = longest
    .map((name) => ({ category: name.category, words: name.stems.length, isAll: all.includes(name) }))
    .toSorted(
      (a, b) =>
        Number(b.isAll) - Number(a.isAll) ||
        b.words - a.words ||
        Number(a.category.parentId !== null) - Number(b.category.parentId !== null),
    )
  return found.filter(({ category }, at) => found.findIndex((other) => other.category === category) === at)
}

function stemsOf(name: string, ignored: ReadonlySet<string>): string[] {
  const terms = splitTerms(name).filter(({ plain }) => !ignored.has(plain))
  return [...new Set(terms.map(({ plain }) => stemTerm(plain)))]
}
