import { LOCALES, type Locale } from '#shared/i18n/locale.ts'
import { STONE_CUTS, type StoneCut } from '#shared/product/stone-cuts.ts'
import { POPULAR_SEARCHES } from '#shared/search/popular-searches.ts'

import { splitTerms, stemTerm } from '../spelling/split-terms.ts'
import { countOf, inAll, type ProductSet } from './product-set.ts'
import type { Snapshot } from './snapshot.ts'

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

export function offeredPhrases({ categories, listing }: Snapshot): OfferedPhrase[] {
  const phrases: OfferedPhrase[] = []
  const add = (text: Record<Locale, string>, rank: number, products?: ProductSet): void => {
    const size = products ? countOf(products) : 0
    if (!products || size > 0)
      phrases.push({ text, words: LOCALES.flatMap((locale) => phraseTerms(text[locale])), rank, size })
  }
  for (const [index, en] of POPULAR_SEARCHES.en.entries())
    add({ en, ru: POPULAR_SEARCHES.ru[index] ?? en }, RANK.popular)
  for (const { handle, parentId, words: texts } of categories) {
    const products = listing.categories.get(handle)
    if (!products) continue
    const category = { en: texts.en.name.toLowerCase(), ru: texts.ru.name.toLowerCase() }
    add(category, RANK.category, products)
    if (parentId !== null) continue
    for (const { code, names } of listing.metals.metals) {
      const made = inAll(products, listing.metals.made.of.get(code) ?? new Uint32Array())
      const text = {
        en: `${names.en.toLowerCase()} ${category.en}`,
        ru: `${category.ru} из ${genitive(names.ru.toLowerCase())}`,
      }
      add(text, RANK.narrowed, made)
    }
    for (const cut of STONE_CUTS) {
      const withCut = inAll(products, listing.cuts.get(cut) ?? new Uint32Array())
      add(
        { en: `${CUTS[cut].en} ${category.en}`, ru: `${category.ru} с огранкой ${CUTS[cut].ru}` },
        RANK.narrowed,
        withCut,
      )
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
