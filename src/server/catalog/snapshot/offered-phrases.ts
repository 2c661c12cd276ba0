import { LOCALES, type Locale } from '#shared/i18n/locale.ts'
import { STONE_CUTS, type StoneCut } from '#shared/product/stone-cuts.ts'
import { POPULAR_SEARCHES } from '#shared/search/popular-searches.ts'

import { splitTerms, stemTerm } from '../spelling/split-terms.ts'
import { countOf, inAll, type ProductSet } from './product-set.ts'
import type { Snapshot } from './snapshot.ts'

/** Something that can be looked for, in either language. */
export interface OfferedPhrase {
  text: Record<Locale, string>
  words: readonly PhraseTerm[]
  /** How likely it is meant: what people look for most, then shelves, then what stands on them. */
  rank: number
  /** How many products it is about. */
  size: number
}

export interface PhraseTerm {
  plain: string
  stem: string
}

const RANK = { popular: 3, category: 2, part: 1 }

/** As a shopper would type them. */
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

/** Everything that a snapshot can be asked for, its products' own names aside. */
export function offeredPhrases({ categories, listing }: Snapshot): OfferedPhrase[] {
  const phrases: OfferedPhrase[] = []
  const add = (text: Record<Locale, string>, rank: number, products?: ProductSet): void => {
    const size = products ? countOf(products) : 0
    if (!products || size > 0)
      phrases.push({ text, words: LOCALES.flatMap((locale) => phraseTerms(text[locale])), rank, size })
  }
  for (const [nth, en] of POPULAR_SEARCHES.en.entries()) add({ en, ru: POPULAR_SEARCHES.ru[nth] ?? en }, RANK.popular)
  for (const { handle, parentId, words: terms } of categories) {
    const products = listing.categories.get(handle)
    if (!products) continue
    const category = { en: terms.en.name.toLowerCase(), ru: terms.ru.name.toLowerCase() }
    add(category, RANK.category, products)
    if (parentId !== null) continue
    for (const { code, names } of listing.metals.metals) {
      const made = inAll(products, listing.metals.made.of.get(code) ?? new Uint32Array())
      const text = {
        en: `${names.en.toLowerCase()} ${category.en}`,
        ru: `${category.ru} из ${genitive(names.ru.toLowerCase())}`,
      }
      add(text, RANK.part, made)
    }
    for (const cut of STONE_CUTS) {
      const cutSo = inAll(products, listing.cuts.get(cut) ?? new Uint32Array())
      add({ en: `${CUTS[cut].en} ${category.en}`, ru: `${category.ru} с огранкой ${CUTS[cut].ru}` }, RANK.part, cutSo)
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

/** What a thing is made of: белое золото -> белого золота. For names of materials, not for every Russian word. */
export function genitive(name: string): string {
  const decline = (term: string): string => {
    const [ending, other] = ENDINGS.find(([pattern]) => pattern.test(term)) ?? []
    return ending && other !== undefined ? term.replace(ending, other) : term
  }
  return name.split(' ').map(decline).join(' ')
}
