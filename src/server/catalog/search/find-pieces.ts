import { onOtherKeyboard } from '#server/spelling/keyboard-layout.ts'

import type { Lexicon } from './lexicon.ts'
import { matchParts, type Matched } from './match-parts.ts'
import { readQuery, type QueryReading } from './read-query.ts'
import type { Thesaurus } from './thesaurus.ts'
import { toParts, type QueryPart } from './to-parts.ts'

/** A query as it was taken, and what pieces have of it. */
export interface Answered {
  reading: QueryReading
  parts: readonly QueryPart[]
  matched: Matched
  /** What was looked for, where that is not what was typed. */
  instead: string | null
  /** Whether no piece has all of it. */
  isNearest: boolean
}

/**
 * Takes a query as it was typed where that finds something; else as typed on another keyboard; else with words mended;
 * else it is content with pieces that have some of it.
 * @returns undefined where nothing of it is known
 */
export function answerQuery(q: string, lexicon: Lexicon, thesaurus: Thesaurus, size: number): Answered | undefined {
  const turned = onOtherKeyboard(q)
  const texts = turned === undefined ? [q] : [q, turned]
  const tries = [false, true].flatMap((mends) => texts.map((text) => ({ text, mends })))
  let nearest: Answered | undefined
  for (const { text, mends } of tries) {
    const reading = readQuery(text, lexicon, thesaurus, { mends })
    if (mends && !reading.isMended) continue
    const answered = answer(reading, text !== q)
    if (!answered) continue
    if (!answered.isNearest) return answered
    if (mends || text === q) nearest = better(nearest, answered)
  }
  return nearest

  function answer(reading: QueryReading, isTurned: boolean): Answered | undefined {
    if (reading.words.every(({ stems }) => stems.length === 0)) return undefined
    const parts = toParts(reading.words, lexicon, thesaurus)
    const matched = matchParts(parts, size)
    const hasAll = matched.counts.some((count, piece) => count === matched.wanted && (matched.scores[piece] ?? 0) > 0)
    if (!hasAll && !matched.scores.some((score) => score > 0)) return undefined
    const written = reading.words.map((word) => word.written).join(' ')
    return { reading, parts, matched, isNearest: !hasAll, instead: reading.isMended || isTurned ? written : null }
  }
}

/** Of two readings that find nothing whole, the one in which more is known. */
function better(a: Answered | undefined, b: Answered): Answered {
  if (!a) return b
  const known = ({ reading }: Answered): number => reading.words.filter(({ stems }) => stems.length > 0).length
  return known(b) > known(a) ? b : a
}
