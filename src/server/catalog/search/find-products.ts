import type { Lexicon } from './lexicon.ts'
import { matchParts, type Matched } from './match-parts.ts'
import { readQuery, type Tolerances, type QueryReading } from './read-query.ts'
import type { Thesaurus } from './thesaurus.ts'
import { toParts, type QueryPart } from './to-parts.ts'

/** A query as it was taken, and what products have of it. */
export interface Answered {
  reading: QueryReading
  parts: readonly QueryPart[]
  matched: Matched
  /** What was looked for, where that is not what was typed. */
  instead: string | null
  /** What would find far more. */
  didYouMean: string | null
  /** Whether no product has all of it. */
  isNearest: boolean
}

const FAR_MORE = 3

/** From what was typed to what may have been meant: each is taken only where those before find nothing whole. */
const TOLERANCES: readonly (Tolerances & { onOtherKeyboard: boolean })[] = [
  { mends: false, uncertainTerms: false, onOtherKeyboard: false },
  { mends: false, uncertainTerms: false, onOtherKeyboard: true },
  { mends: true, uncertainTerms: false, onOtherKeyboard: false },
  { mends: true, uncertainTerms: false, onOtherKeyboard: true },
  { mends: true, uncertainTerms: true, onOtherKeyboard: false },
]

/**
 * Takes a query as it was typed where that finds something; else as typed on another keyboard, or with words mended;
 * else it is content with products that have some of it.
 * @param size how many products there are
 * @returns undefined where nothing of it is known
 */
export function answerQuery(q: string, lexicon: Lexicon, thesaurus: Thesaurus, size: number): Answered | undefined {
  const turned = onOtherKeyboard(q)
  let partly: Try | undefined
  for (const { onOtherKeyboard: isTurned, ...liberties } of TOLERANCES) {
    const text = isTurned ? turned : q
    const reading = text === undefined ? undefined : readQuery(text, lexicon, thesaurus, liberties)
    if (!reading || (liberties.mends && !reading.isMended) || !isUnderstood(reading, lexicon)) continue
    // Nothing has a word that is not known.
    const answered = isWhollyKnown(reading) ? answer({ reading, isTurned }) : undefined
    if (answered && !answered.isNearest)
      return liberties.mends ? answered : { ...answered, didYouMean: moreThan(answered) }
    if (!partly || knownTerms(reading) > knownTerms(partly.reading)) partly = { reading, isTurned }
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

  /** A word that only descriptions have may be a slip of one that names products. */
  function moreThan(found: Answered): string | null {
    if (found.instead !== null || found.reading.words.every(({ stems }) => stems.some(lexicon.isDistinctive)))
      return null
    const reading = readQuery(q, lexicon, thesaurus, { mends: true, uncertainTerms: true })
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

function isWhollyKnown({ words: terms }: QueryReading): boolean {
  return terms.every(({ stems, isOptional }) => stems.length > 0 || isOptional)
}

/**
 * Of words that a product need not have, and none has, every product is meant: украшения. Not of words for a
 * wearer: no product in the shop says that it is for men.
 */
function asksForNothing({ words: terms }: QueryReading, { optional, audience }: Thesaurus): boolean {
  const stems = terms.flatMap((term) => term.stems)
  const isOptional = terms.every((term) => term.stems.some((stem) => optional.has(stem)))
  return terms.length > 0 && isOptional && !stems.some((stem) => audience.has(stem))
}

function knownTerms({ words: terms }: QueryReading): number {
  return terms.filter(({ stems }) => stems.length > 0).length
}

/** Whether enough of it is known: a word of a description that stands among strange ones is there by chance. */
function isUnderstood({ words: terms }: QueryReading, lexicon: Lexicon): boolean {
  const known = terms.filter(({ stems }) => stems.length > 0)
  return known.length * 2 > terms.length || known.some(({ stems }) => stems.some((stem) => lexicon.isDistinctive(stem)))
}

const LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
const CYRILLIC = 'ёйцукенгшщзхъфывапролджэячсмитьбю'
/** On their keys an English keyboard has no letter. */
const PUNCTUATION_KEY = /[ёхъжэбю]/
const SHIFTED = new Map(Object.entries({ '~': '`', '{': '[', '}': ']', ':': ';', '"': "'", '<': ',', '>': '.' }))

/**
 * The same keys on the other keyboard: `rjkmwj` -> `кольцо`, `кштп` -> `ring`.
 * @returns undefined where the text has letters of both alphabets, or of none, or there is no English letter on some of
 * its keys
 */
export function onOtherKeyboard(text: string): string | undefined {
  const typed = text.toLowerCase()
  const isLatin = /[a-z]/.test(typed)
  if (isLatin === /[а-яё]/.test(typed)) return undefined
  if (PUNCTUATION_KEY.test(typed)) return undefined
  const [from, to] = isLatin ? [LATIN, CYRILLIC] : [CYRILLIC, LATIN]
  // In a number a point is a point: 6.5.
  return typed.replaceAll(/\d[.,]\d|./gsu, (key) => (key.length > 1 ? key : turnedKey(key, from, to)))
}

function turnedKey(key: string, from: string, to: string): string {
  const place = from.indexOf(SHIFTED.get(key) ?? key)
  return to[place] ?? key
}
