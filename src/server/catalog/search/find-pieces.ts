import { onOtherKeyboard } from '#server/spelling/keyboard-layout.ts'

import type { Lexicon } from './lexicon.ts'
import { matchParts, type Matched } from './match-parts.ts'
import { readQuery, type Liberties, type QueryReading } from './read-query.ts'
import type { Thesaurus } from './thesaurus.ts'
import { toParts, type QueryPart } from './to-parts.ts'

/** A query as it was taken, and what pieces have of it. */
export interface Answered {
  reading: QueryReading
  parts: readonly QueryPart[]
  matched: Matched
  /** What was looked for, where that is not what was typed. */
  instead: string | null
  /** What would find far more. */
  didYouMean: string | null
  /** Whether no piece has all of it. */
  isNearest: boolean
}

const FAR_MORE = 3

/** From what was typed to what may have been meant: each is taken only where those before find nothing whole. */
const LIBERTIES: readonly (Liberties & { onOtherKeyboard: boolean })[] = [
  { mends: false, doubts: false, onOtherKeyboard: false },
  { mends: false, doubts: false, onOtherKeyboard: true },
  { mends: true, doubts: false, onOtherKeyboard: false },
  { mends: true, doubts: false, onOtherKeyboard: true },
  { mends: true, doubts: true, onOtherKeyboard: false },
]

/**
 * Takes a query as it was typed where that finds something; else as typed on another keyboard, or with words mended;
 * else it is content with pieces that have some of it.
 * @param size how many pieces there are
 * @returns undefined where nothing of it is known
 */
export function answerQuery(q: string, lexicon: Lexicon, thesaurus: Thesaurus, size: number): Answered | undefined {
  const turned = onOtherKeyboard(q)
  let partly: Try | undefined
  for (const { onOtherKeyboard: isTurned, ...liberties } of LIBERTIES) {
    const text = isTurned ? turned : q
    const reading = text === undefined ? undefined : readQuery(text, lexicon, thesaurus, liberties)
    if (!reading || (liberties.mends && !reading.isMended) || !isUnderstood(reading, lexicon)) continue
    // Nothing has a word that is not known.
    const answered = isWhollyKnown(reading) ? answer({ reading, isTurned }) : undefined
    if (answered && !answered.isNearest)
      return liberties.mends ? answered : { ...answered, didYouMean: moreThan(answered) }
    if (!partly || knownWords(reading) > knownWords(partly.reading)) partly = { reading, isTurned }
  }
  return partly && answer(partly)

  function answer({ reading, isTurned }: Try): Answered | undefined {
    const parts = toParts(reading.words, lexicon, thesaurus)
    const matched = matchParts(parts, size)
    if (asksForNothing(reading, thesaurus) && matched.scores.every((score) => score === 0)) {
      matched.scores.fill(1)
      matched.counts.fill(matched.wanted)
    }
    const isNearest = !matched.counts.includes(matched.wanted)
    if (isNearest && matched.counts.every((count) => count === 0)) return undefined
    const instead = reading.isMended || isTurned ? reading.text : null
    return { reading, parts, matched, isNearest, instead, didYouMean: null }
  }

  /** A word that only descriptions have may be a slip of one that names pieces. */
  function moreThan(found: Answered): string | null {
    if (found.instead !== null || found.reading.words.every(({ stems }) => stems.some(lexicon.isTelling))) return null
    const reading = readQuery(q, lexicon, thesaurus, { mends: true, doubts: true })
    const meant = reading.isMended && isWhollyKnown(reading) ? answer({ reading, isTurned: false }) : undefined
    return meant && !meant.isNearest && countWhole(meant) >= FAR_MORE * countWhole(found) ? meant.instead : null
  }
}

function countWhole({ matched: { counts, wanted } }: Answered): number {
  return counts.reduce((sum, count) => sum + Number(count === wanted), 0)
}

interface Try {
  reading: QueryReading
  isTurned: boolean
}

function isWhollyKnown({ words }: QueryReading): boolean {
  return words.every(({ stems, isOptional }) => stems.length > 0 || isOptional)
}

/** Of words that a piece need not have, and none has, every piece is meant: украшения. */
function asksForNothing({ words }: QueryReading, { optional }: Thesaurus): boolean {
  return words.length > 0 && words.every(({ stems }) => stems.some((stem) => optional.has(stem)))
}

function knownWords({ words }: QueryReading): number {
  return words.filter(({ stems }) => stems.length > 0).length
}

/** Whether enough of it is known: a word of a description that stands among strange ones is there by chance. */
function isUnderstood({ words }: QueryReading, lexicon: Lexicon): boolean {
  const known = words.filter(({ stems }) => stems.length > 0)
  return known.length * 2 > words.length || known.some(({ stems }) => stems.some((stem) => lexicon.isTelling(stem)))
}
