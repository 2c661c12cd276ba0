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

/** A word that a text says again tells hardly more. */
function add({ pieces, weights }: Growing, piece: number, weight: number): void {
  const last = pieces.length - 1
  if (pieces[last] === piece) {
    weights[last] = Math.min(MOST_WEIGHT, Math.max(weights[last] ?? 0, weight) + weight / 8)
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
  const byPlain = new Map<string, Growing>()

  function termOf(plain: string): Growing {
    const known = byPlain.get(plain)
    if (known) return known
    const stem = stemWord(plain)
    const term = growing.get(stem) ?? {
      stem,
      forms: new Set(),
      plain: new Set(),
      pieces: [],
      weights: [],
      isTelling: false,
    }
    growing.set(stem, term)
    byPlain.set(plain, term)
    term.plain.add(plain)
    return term
  }

  for (let piece = 0; piece < size; piece += 1) {
    for (const { text, weight, isTelling } of textsOf(piece)) {
      for (const { written, plain } of splitWords(text)) {
        const term = termOf(plain)
        term.forms.add(written)
        term.isTelling ||= isTelling
        add(term, piece, weight)
      }
    }
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
    for (const spelling of [term.stem, ...plain]) {
      bySpelling.set(spelling, term)
      if (term.isTelling && !isNumber(spelling)) bySound.set(soundKey(spelling), term)
    }
    await breathe()
  }
  return { byStem, bySpelling, bySound }
}
