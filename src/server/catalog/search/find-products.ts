import type { Lexicon } from './lexicon.ts'
import { matchParts, type Matched } from './match-parts.ts'
import { readQuery, type Tolerances, type QueryReading } from './read-query.ts'
import type { Thesaurus } from './thesaurus.ts'
import { toParts, type QueryPart } from './to-parts.ts'

export interface Answered {
  reading: QueryReading
  parts: readonly QueryPart[]
  matched: Matched
  /** The corrected query; null if the query was searched as typed. */
  instead: string | null
  /** A corrected query that finds at least `FAR_MORE` times as many products. */
  didYouMean: string | null
  /** Whether no product matches the whole query. */
  isNearest: boolean
}

const FAR_MORE = 3

/** Ordered from strict to tolerant. Each is tried only if the previous ones have no complete match. */
const TOLERANCES: readonly (Tolerances & { onOtherKeyboard: boolean })[] = [
  { allowsCorrections: false, uncertainTerms: false, onOtherKeyboard: false },
  { allowsCorrections: false, uncertainTerms: false, onOtherKeyboard: true },
  { allowsCorrections: true, uncertainTerms: false, onOtherKeyboard: false },
  { allowsCorrections: true, uncertainTerms: false, onOtherKeyboard: true },
  { allowsCorrections: true, uncertainTerms: true, onOtherKeyboard: false },
]

/** Undefined if no word of the query is known. */
export function answerQuery(q: string, lexicon: Lexicon, thesaurus: Thesaurus, size: number): Answered | undefined {
  const retyped = onOtherKeyboard(q)
  let partly: Try | undefined
  for (const { onOtherKeyboard: isRetyped, ...tolerances } of TOLERANCES) {
    const text = isRetyped ? retyped : q
    const reading = text === undefined ? undefined : readQuery(text, lexicon, thesaurus, tolerances)
    if (!reading || (tolerances.allowsCorrections && !reading.isCorrected) || !isUnderstood(reading, lexicon)) continue
    // A query with an unknown word has no complete match.
    const answered = isWhollyKnown(reading) ? answer({ reading, isRetyped }) : undefined
    if (answered && !answered.isNearest)
      return tolerances.allowsCorrections ? answered : { ...answered, didYouMean: moreThan(answered) }
    if (!partly || knownTerms(reading) > knownTerms(partly.reading)) partly = { reading, isRetyped }
  }
  return partly && answer(partly)

  function answer({ reading, isRetyped }: Try): Answered | undefined {
    const parts = toParts(reading.words, lexicon, thesaurus)
    const matched = matchParts(parts, size)
    if (asksForWholeShop(reading, thesaurus) && matched.scores.every((score) => score === 0)) {
      matched.scores.fill(1)
      matched.counts.fill(matched.wanted)
    }
    const isNearest = !matched.counts.includes(matched.wanted)
    if (isNearest && matched.counts.every((count) => count === 0)) return undefined
    const instead = reading.isCorrected || isRetyped ? reading.text : null
    return { reading, parts, matched, isNearest, instead, didYouMean: null }
  }

  /** A word that only occurs in descriptions may be a typo of a word that names products. */
  function moreThan(found: Answered): string | null {
    if (found.instead !== null || found.reading.words.every(({ stems }) => stems.some(lexicon.isDistinctive)))
      return null
    const reading = readQuery(q, lexicon, thesaurus, { allowsCorrections: true, uncertainTerms: true })
    const meant = reading.isCorrected && isWhollyKnown(reading) ? answer({ reading, isRetyped: false }) : undefined
    return meant && !meant.isNearest && countWhole(meant) >= FAR_MORE * countWhole(found) ? meant.instead : null
  }
}

function countWhole({ matched: { counts, wanted } }: Answered): number {
  return counts.reduce((sum, count) => sum + Number(count === wanted), 0)
}

interface Try {
  reading: QueryReading
  isRetyped: boolean
}

function isWhollyKnown({ words: terms }: QueryReading): boolean {
  return terms.every(({ stems, isOptional }) => stems.length > 0 || isOptional)
}

/** Words such as украшения mean all products. Those for an audience do not: no product is marked as being for men. */
function asksForWholeShop({ words: terms }: QueryReading, { optional, audience }: Thesaurus): boolean {
  const stems = terms.flatMap((term) => term.stems)
  const isOptional = terms.every((term) => term.stems.some((stem) => optional.has(stem)))
  return terms.length > 0 && isOptional && !stems.some((stem) => audience.has(stem))
}

function knownTerms({ words: terms }: QueryReading): number {
  return terms.filter(({ stems }) => stems.length > 0).length
}

/** Returns whether more than half of the words are known, or one that names products. Other matches are accidental. */
function isUnderstood({ words: terms }: QueryReading, lexicon: Lexicon): boolean {
  const known = terms.filter(({ stems }) => stems.length > 0)
  return known.length * 2 > terms.length || known.some(({ stems }) => stems.some((stem) => lexicon.isDistinctive(stem)))
}

const LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
const CYRILLIC = 'ёйцукенгшщзхъфывапролджэячсмитьбю'
/** Keys that are punctuation on an English keyboard. */
const PUNCTUATION_KEY = /[ёхъжэбю]/
const SHIFTED = new Map(Object.entries({ '~': '`', '{': '[', '}': ']', ':': ';', '"': "'", '<': ',', '>': '.' }))

/** `rjkmwj` to `кольцо`, `кштп` to `ring`; undefined with letters of both alphabets, of none, or without a key. */
export function onOtherKeyboard(text: string): string | undefined {
  const typed = text.toLowerCase()
  const isLatin = /[a-z]/.test(typed)
  if (isLatin === /[а-яё]/.test(typed)) return undefined
  if (PUNCTUATION_KEY.test(typed)) return undefined
  const [from, to] = isLatin ? [LATIN, CYRILLIC] : [CYRILLIC, LATIN]
  // A decimal point is not converted: 6.5.
  return typed.replaceAll(/\d[.,]\d|./gsu, (key) => (key.length > 1 ? key : keyOnOther(key, from, to)))
}

function keyOnOther(key: string, from: string, to: string): string {
  const place = from.indexOf(SHIFTED.get(key) ?? key)
  return to[place] ?? key
}
