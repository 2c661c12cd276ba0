import { splitQuery, type Word } from '#server/spelling/split-words.ts'
import { stemWord } from '#server/spelling/stem-word.ts'

import type { Known, Lexicon } from './lexicon.ts'
import type { Thesaurus } from './thesaurus.ts'

/** A word of a query, as it is understood. */
export interface ReadWord {
  /** As it is shown to whoever typed it. */
  written: string
  /** What it may stand for; none where it is not known. */
  stems: readonly string[]
  /** Whether it is only the beginning of what it stands for. */
  isBeginning: boolean
  isOptional: boolean
}

/** One way to understand a query. */
export interface QueryReading {
  words: readonly ReadWord[]
  /** Whether a word is other than it was typed. */
  isMended: boolean
}

/** Nobody means so many; a longer text is read up to here. */
const MOST_WORDS = 16
const MOST_MENDED = 6

/**
 * @param mends whether words that are not known may be taken for others
 * @param isDoubted words that are taken for others although they are known
 */
export function readQuery(
  text: string,
  lexicon: Lexicon,
  { ignored, optional }: Thesaurus,
  { mends, isDoubted = () => false }: { mends: boolean; isDoubted?: (stem: string) => boolean },
): QueryReading {
  const typed = distinct(splitQuery(text)).slice(0, MOST_WORDS)
  const telling = typed.filter(({ plain }) => !ignored.has(plain))
  const kept = telling.length > 0 ? telling : typed
  let mended = 0
  const words = kept.map((word, nth): ReadWord => {
    const stem = stemWord(word.plain)
    const isOptional = kept.length > 1 && optional.has(stem)
    const asTyped = { written: word.written, stems: [stem], isBeginning: false, isOptional }
    if (lexicon.has(stem) && !isDoubted(stem)) return asTyped
    const completions = nth === kept.length - 1 && !lexicon.has(stem) ? lexicon.completions(word.plain) : []
    if (completions.length > 0) return { ...asTyped, stems: completions.map((one) => one.stem), isBeginning: true }
    const [meant] = mends && mended < MOST_MENDED ? lexicon.respellings(word.plain) : []
    if (!meant) return lexicon.has(stem) ? asTyped : { ...asTyped, stems: [] }
    mended += 1
    return { ...asTyped, ...mendedWord(meant), isOptional: isOptional || (kept.length > 1 && optional.has(meant.stem)) }
  })
  return { words, isMended: mended > 0 }
}

function mendedWord({ stem, written }: Known): Pick<ReadWord, 'written' | 'stems'> {
  return { written, stems: [stem] }
}

function distinct(words: readonly Word[]): Word[] {
  return [...new Map(words.map((word) => [word.plain, word])).values()]
}
