import { LOCALES, type Locale } from '#shared/i18n/locale.ts'
import { STONE_CUTS, type StoneCut } from '#shared/product/stone-cuts.ts'
import { POPULAR_SEARCHES } from '#shared/search/popular-searches.ts'

import { splitTerms, stemTerm } from '../spelling/split-terms.ts'
import type { ListingFacts, Snapshot } from './snapshot.ts'

export interface OfferedPhrase {
  text: Record<Locale, string>
  words: readonly PhraseTerm[]
  rank: number
  size: number
}

export interface PhraseTerm {
  plain: string
  stem: string
}

const RANK = { popular: 3, category: 2, narrowed: 1 }

/** Names of cuts as shoppers type them. */
const CUTS: Record<StoneCut, Record<Locale, string>> = {
  round: { en: 'round', ru: 'круг' },
  oval: { en: 'oval', ru: 'овал' },
  cushion: { en: 'cushion', ru: 'кушон' },
  emerald: { en: 'emerald', ru: 'изумруд' },
  pear: { en: 'pear', ru: 'груша' },
  princess: { en: 'princess', ru: 'принцесса' },
  radiant: { en: 'radiant', ru: 'радиант' },
  marquise: { en: 'marquise', ru: 'маркиз' },
  asscher: { en: 'asscher', ru: 'ашер' },
  heart: { en: 'heart', ru: 'сердце' },
}

export function offeredPhrases({ categories, byCategory, facts, metals }: Snapshot): OfferedPhrase[] {
  const phrases: OfferedPhrase[] = []
  const add = (text: Record<Locale, string>, rank: number, size: number): void =>
    void phrases.push({ text, words: LOCALES.flatMap((locale) => phraseTerms(text[locale])), rank, size })
  for (const [index, en] of POPULAR_SEARCHES.en.entries())
    add({ en, ru: POPULAR_SEARCHES.ru[index] ?? en }, RANK.popular, 0)
  for (const { handle, parentId, words: texts } of categories) {
    const products = byCategory.get(handle) ?? []
    if (products.length === 0) continue
    const sizeOf = (isIn: (own: ListingFacts) => boolean): number =>
      products.filter((product) => isIn(facts.get(product) as ListingFacts)).length
    const category = { en: texts.en.name.toLowerCase(), ru: texts.ru.name.toLowerCase() }
    add(category, RANK.category, products.length)
    if (parentId !== null) continue
    for (const { code, names } of metals) {
      const size = sizeOf(({ made }) => made.includes(code))
      const text = {
        en: `${names.en.toLowerCase()} ${category.en}`,
        ru: `${category.ru} из ${genitive(names.ru.toLowerCase())}`,
      }
      if (size > 0) add(text, RANK.narrowed, size)
    }
    for (const cut of STONE_CUTS) {
      const size = sizeOf(({ cuts }) => cuts.includes(cut))
      const text = { en: `${CUTS[cut].en} ${category.en}`, ru: `${category.ru} с огранкой ${CUTS[cut].ru}` }
      if (size > 0) add(text, RANK.narrowed, size)
    }
  }
  return phrases
}

export function phraseTerms(text: string): PhraseTerm[] {
  return splitTerms(text).map(({ plain }) => ({ plain, stem: stemTerm(plain) }))
}

const ENDINGS: readonly [RegExp, string][] = [
  [/(?:ое|ый|ой)$/u, 'ого'],
  [/(?:ее|ий)$/u, 'его'],
  [/ая$/u, 'ой'],
  [/о$/u, 'а'],
  [/а$/u, 'ы'],
  [/ь$/u, 'и'],
  [/(?<=[бвгджзклмнпрстфхцчшщ])$/u, 'а'],
]

/** `белого золота` for `белое золото`. Correct for names of materials, not for every word. */
export function genitive(name: string): string {
  const decline = (word: string): string => {
    const [ending, other] = ENDINGS.find(([pattern]) => pattern.test(word)) ?? []
    return ending && other !== undefined ? word.replace(ending, other) : word
  }
  return name.split(' ').map(decline).join(' ')
}
