import SearchableMap from 'minisearch/SearchableMap'

import { soundKey } from '#server/spelling/sound-key.ts'
import { isNumber, splitWords } from '#server/spelling/split-words.ts'
import { stemWord } from '#server/spelling/stem-word.ts'

import type { Breathe } from '../pace/breather.ts'
import type { PieceText } from './piece-texts.ts'

/** A word in all its forms, and the pieces that have it. */
export interface Term {
  stem: string
  /** As they stand in the texts, lower case. */
  forms: readonly string[]
  /** Numbers of pieces, rising. */
  pieces: Uint32Array
  /** How much the word tells of each, up to 255. */
  weights: Uint8Array
  /** Whether it names pieces; a word of descriptions alone is found only as it stands. */
  isTelling: boolean
}

/** The words of one language. */
export interface LanguageIndex {
  byStem: ReadonlyMap<string, Term>
  /** By forms and stems, as they are compared: what a word that is not finished, or misspelt, is looked up in. */
  bySpelling: SearchableMap<Term>
  /** By what telling words sound like. */
  bySound: SearchableMap<Term>
  /** Stems of words that mean something together; `byStem` has a term for them, by `phraseKey`. */
  phrases: readonly (readonly string[])[]
}

/** Under what several stems stand together, in whatever order. */
export function phraseKey(stems: readonly string[]): string {
  return stems.toSorted().join(' ')
}

interface Growing {
  stem: string
  forms: Set<string>
  plain: Set<string>
  pieces: number[]
  weights: number[]
  isTelling: boolean
}

const MOST_WEIGHT = 255

/** A word that stands in several texts of a piece tells a little more than in the best of them. */
function add({ pieces, weights }: Growing, piece: number, weight: number, isTelling: boolean): void {
  const last = pieces.length - 1
  if (pieces[last] === piece) {
    const best = Math.max(weights[last] ?? 0, weight)
    weights[last] = isTelling ? Math.min(MOST_WEIGHT, best + weight / 8) : best
  } else {
    pieces.push(piece)
    weights.push(weight)
  }
}

/**
 * @param size how many pieces there are
 * @param textsOf the texts of a piece by its number
 */
export async function buildLanguageIndex(
  size: number,
  textsOf: (piece: number) => readonly PieceText[],
  breathe: Breathe,
): Promise<LanguageIndex> {
  const growing = new Map<string, Growing>()
  const phrases = new Map<string, readonly string[]>()
  const byPlain = new Map<string, Growing>()

  function termOf(stem: string): Growing {
    const known = growing.get(stem)
    if (known) return known
    const term = { stem, forms: new Set<string>(), plain: new Set<string>(), pieces: [], weights: [], isTelling: false }
    growing.set(stem, term)
    return term
  }

  function wordOf(plain: string): Growing {
    const known = byPlain.get(plain)
    if (known) return known
    const term = termOf(stemWord(plain))
    byPlain.set(plain, term)
    term.plain.add(plain)
    return term
  }

  function read(piece: number, { text, weight, isTelling, isPhrase }: PieceText): void {
    const words = splitWords(text)
    const stems = new Set<string>()
    for (const { written, plain } of words) {
      const term = wordOf(plain)
      term.forms.add(written)
      term.isTelling ||= isTelling
      stems.add(term.stem)
      add(term, piece, weight, isTelling)
    }
    if (!isPhrase || stems.size < 2) return
    const phrase = termOf(phraseKey([...stems]))
    phrases.set(phrase.stem, [...stems])
    for (const { written } of words) phrase.forms.add(written)
    add(phrase, piece, weight * stems.size, isTelling)
  }

  for (let piece = 0; piece < size; piece += 1) {
    for (const text of textsOf(piece)) read(piece, text)
    await breathe()
  }

  const byStem = new Map<string, Term>()
  const bySpelling = new SearchableMap<Term>()
  const bySound = new SearchableMap<Term>()
  for (const { plain, ...grown } of growing.values()) {
    const term: Term = {
      ...grown,
      forms: [...grown.forms],
      pieces: Uint32Array.from(grown.pieces),
      weights: Uint8Array.from(grown.weights),
    }
    byStem.set(term.stem, term)
    for (const spelling of plain.size > 0 ? [term.stem, ...plain] : []) {
      bySpelling.set(spelling, term)
      if (term.isTelling && !isNumber(spelling)) bySound.set(soundKey(spelling), term)
    }
    await breathe()
  }
  return { byStem, bySpelling, bySound, phrases: [...phrases.values()] }
}
