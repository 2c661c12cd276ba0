import { soundKey, toCyrillic } from '#server/spelling/sound-key.ts'
import { isNumber } from '#server/spelling/split-words.ts'
import { stemWord } from '#server/spelling/stem-word.ts'
import type { Locale } from '#shared/i18n/locale.ts'

import type { LanguageIndex, Term } from '../search-index/language-index.ts'
import type { SearchIndex } from '../search-index/search-index.ts'
import type { Thesaurus } from './thesaurus.ts'

/** A word that was found for one that was typed. */
export interface Known {
  stem: string
  /** How it is written, for whoever reads what was looked for. */
  written: string
}

/** Every word that can be looked for, the reader's own language first. */
export interface Lexicon {
  /** Whether the word is known as it is typed. */
  has(stem: string): boolean
  /** The terms of that stem, in whichever languages it is a word of. */
  termsOf(stem: string): readonly { term: Term; isOwn: boolean }[]
  /** Words that begin so. */
  completions(plain: string): Known[]
  /** Words that may have been meant by one that is not known; the likeliest first. */
  respellings(plain: string): Known[]
}

const MOST_COMPLETIONS = 60
const MOST_RESPELLINGS = 4
const LONGEST_WORD = 24
/** Beginnings shorter than this are those of words that name pieces. */
const SHORT = 3

export function createLexicon(index: SearchIndex, thesaurus: Thesaurus, locale: Locale): Lexicon {
  const own = index.languages[locale]
  const others = Object.values(index.languages).filter((language) => language !== own)
  const indexed = [own, ...others]
  const all: readonly LanguageIndex[] = [...indexed, thesaurus.words]

  return {
    has: (stem) => all.some(({ byStem }) => byStem.has(stem)),
    termsOf: (stem) =>
      indexed.flatMap((language) => {
        const term = language.byStem.get(stem)
        return term ? [{ term, isOwn: language === own }] : []
      }),
    completions(plain) {
      if (isNumber(plain)) return []
      const found = new Map<string, Known & { size: number }>()
      for (const { bySpelling } of all) {
        for (const [spelling, term] of bySpelling.atPrefix(plain)) {
          if (term.isTelling || plain.length >= SHORT) {
            found.set(term.stem, { stem: term.stem, written: formOf(term, spelling), size: term.pieces.length })
          }
        }
      }
      return [...found.values()].toSorted((a, b) => b.size - a.size).slice(0, MOST_COMPLETIONS)
    },
    respellings(plain) {
      if (isNumber(plain) || plain.length > LONGEST_WORD) return []
      return nearest(all, plain)
    },
  }
}

interface Candidate {
  term: Term
  spelling: string
  /** How far it is from what was typed. */
  cost: number
}

const BY_SOUND = 0.5
/** The first letter is seldom the wrong one. */
const OTHER_FIRST_LETTER = 0.4

function nearest(languages: readonly LanguageIndex[], plain: string): Known[] {
  const allowed = allowedTypos(plain)
  const stem = stemWord(plain)
  const key = soundKey(plain)
  const keys = [...new Set([key, soundKey(stemWord(toCyrillic(plain))), soundKey(stem)])].filter(
    (sound) => sound.length > 2,
  )
  const best = new Map<string, Candidate>()
  const offer = (term: Term, spelling: string, cost: number): void => {
    if (!term.isTelling) return
    const known = best.get(term.stem)
    if (!known || cost < known.cost) best.set(term.stem, { term, spelling, cost })
  }
  for (const { bySpelling, bySound } of languages) {
    for (const sound of keys) {
      const term = bySound.get(sound)
      if (term) offer(term, '', BY_SOUND)
    }
    if (allowed === 0) continue
    for (const typed of plain === stem ? [plain] : [plain, stem]) {
      for (const [spelling, [term, distance]] of bySpelling.fuzzyGet(typed, Math.min(allowed, allowedTypos(typed)))) {
        offer(term, spelling, distance + (spelling[0] === typed[0] ? 0 : OTHER_FIRST_LETTER))
      }
    }
    for (const swapped of swaps(plain)) {
      const term = bySpelling.get(swapped)
      if (term) offer(term, swapped, 1)
    }
    for (const sound of keys) {
      for (const [, [term, distance]] of bySound.fuzzyGet(sound, Math.min(allowed, allowedTypos(sound)))) {
        offer(term, '', BY_SOUND + distance + 0.2)
      }
    }
  }
  return [...best.values()]
    .toSorted((a, b) => a.cost - b.cost || b.term.pieces.length - a.term.pieces.length)
    .slice(0, MOST_RESPELLINGS)
    .map(({ term, spelling }) => ({ stem: term.stem, written: formOf(term, spelling) }))
}

/** None in a word of less than four letters, one up to seven, two beyond. */
function allowedTypos({ length }: string): number {
  if (length < 4) return 0
  return length > 7 ? 2 : 1
}

/** Two neighbours changed places. */
function swaps(plain: string): string[] {
  return Array.from({ length: Math.max(0, plain.length - 1) }, (_, at) =>
    [plain.slice(0, at), plain[at + 1], plain[at], plain.slice(at + 2)].join(''),
  )
}

/** The form that is spelt so; of several the first that the texts have. */
function formOf({ forms, stem }: Term, spelling: string): string {
  const isSpelt = (form: string): boolean => form.replaceAll('ё', 'е') === spelling
  return forms.find(isSpelt) ?? forms[0] ?? stem
}
