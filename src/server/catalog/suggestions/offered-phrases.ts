import { genitive } from '#server/spelling/genitive.ts'
import { splitWords } from '#server/spelling/split-words.ts'
import { stemWord } from '#server/spelling/stem-word.ts'
import { LOCALES, type Locale } from '#shared/i18n/locale.ts'
import { STONE_CUTS, type StoneCut } from '#shared/product/stone-cuts.ts'
import { POPULAR_SEARCHES } from '#shared/search/popular-searches.ts'

import { countOf, inAll, type PieceSet } from '../listing/piece-set.ts'
import type { Snapshot } from '../snapshot.ts'

/** Something that can be looked for, in either language. */
export interface OfferedPhrase {
  text: Record<Locale, string>
  words: readonly PhraseWord[]
  /** How likely it is meant: what people look for most, then shelves, then what stands on them. */
  rank: number
  /** How many pieces it is about. */
  size: number
}

export interface PhraseWord {
  plain: string
  stem: string
}

const RANK = { popular: 3, shelf: 2, part: 1 }

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

/** Everything that a snapshot can be asked for, its pieces' own names aside. */
export function offeredPhrases({ categories, listing }: Snapshot): OfferedPhrase[] {
  const phrases: OfferedPhrase[] = []
  const add = (text: Record<Locale, string>, rank: number, pieces?: PieceSet): void => {
    const size = pieces ? countOf(pieces) : 0
    if (!pieces || size > 0)
      phrases.push({ text, words: LOCALES.flatMap((locale) => phraseWords(text[locale])), rank, size })
  }
  for (const [nth, en] of POPULAR_SEARCHES.en.entries()) add({ en, ru: POPULAR_SEARCHES.ru[nth] ?? en }, RANK.popular)
  for (const { handle, parentId, words } of categories) {
    const pieces = listing.categories.get(handle)
    if (!pieces) continue
    const shelf = { en: words.en.name.toLowerCase(), ru: words.ru.name.toLowerCase() }
    add(shelf, RANK.shelf, pieces)
    if (parentId !== null) continue
    for (const { code, names } of listing.metals.metals) {
      const made = inAll(pieces, listing.metals.made.of.get(code) ?? new Uint32Array())
      const text = {
        en: `${names.en.toLowerCase()} ${shelf.en}`,
        ru: `${shelf.ru} из ${genitive(names.ru.toLowerCase())}`,
      }
      add(text, RANK.part, made)
    }
    for (const cut of STONE_CUTS) {
      const cutSo = inAll(pieces, listing.cuts.get(cut) ?? new Uint32Array())
      add({ en: `${CUTS[cut].en} ${shelf.en}`, ru: `${shelf.ru} с огранкой ${CUTS[cut].ru}` }, RANK.part, cutSo)
    }
  }
  return phrases
}

export function phraseWords(text: string): PhraseWord[] {
  return splitWords(text).map(({ plain }) => ({ plain, stem: stemWord(plain) }))
}
