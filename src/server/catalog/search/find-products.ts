import type { SearchIndex } from '../snapshot/search-index.ts'
import { onOtherKeyboard } from '../spelling/other-keyboard.ts'
import type { Lexicon } from './lexicon.ts'
import { readQuery, type QueryReading } from './read-query.ts'
import { scoreProducts } from './score-products.ts'
import type { Thesaurus } from './thesaurus.ts'
import { toParts, type QueryPart } from './to-parts.ts'

export interface Answered {
  reading: QueryReading
  parts: readonly QueryPart[]
  /** By product number; 0 if the product is not found. */
  scores: Float64Array
  count: number
  /** Whether no product matches the whole query. */
  isNearest: boolean
  /** The corrected query; null if the query was searched as typed. */
  instead: string | null
  /** A corrected query that finds at least `FAR_MORE` times as many products. */
  didYouMean: string | null
}

const FAR_MORE = 3

/** Ordered from strict to tolerant. Each is tried only if the previous ones have no complete match. */
const TRIES = [
  { corrected: 'nothing', isRetyped: false },
  { corrected: 'nothing', isRetyped: true },
  { corrected: 'unknown', isRetyped: false },
  { corrected: 'unknown', isRetyped: true },
  { corrected: 'uncertain', isRetyped: false },
] as const

/** Undefined if no word of the query is known. */
export function answerQuery(
  q: string,
  index: SearchIndex,
  lexicon: Lexicon,
  thesaurus: Thesaurus,
): Answered | undefined {
  const retyped = onOtherKeyboard(q)
  let partly: { reading: QueryReading; isRetyped: boolean } | undefined
  for (const { corrected, isRetyped } of TRIES) {
    const text = isRetyped ? retyped : q
    const reading = text === undefined ? undefined : readQuery(text, lexicon, thesaurus, corrected)
    if (!reading || (corrected !== 'nothing' && !reading.isCorrected)) continue
    // A query with an unknown word has no complete match.
    const isKnown = reading.words.every(({ stems, isOptional }) => stems.length > 0 || isOptional)
    const answered = isKnown ? answer(reading, isRetyped) : undefined
    if (answered && !answered.isNearest)
      return corrected === 'nothing' ? { ...answered, didYouMean: moreThan(answered) } : answered
    if (!partly || knownWords(reading).length > knownWords(partly.reading).length) partly = { reading, isRetyped }
  }
  return partly && answer(partly.reading, partly.isRetyped)

  function answer(reading: QueryReading, isRetyped: boolean): Answered | undefined {
    const known = knownWords(reading)
    const isNaming = known.some(({ stems }) => stems.some(lexicon.isDistinctive))
    // If the other half of the words is unknown, words of descriptions match by accident.
    if (known.length * 2 <= reading.words.length && !isNaming) return undefined
    const parts = toParts(reading.words, index, thesaurus)
    const found = scoreProducts(parts, index.records.length)
    const instead = reading.isCorrected || isRetyped ? reading.text : null
    const answered = { ...found, reading, parts, instead, didYouMean: null }
    if (found.count > 0) return answered
    if (!asksForWholeShop(reading, thesaurus)) return undefined
    return { ...answered, scores: found.scores.fill(1), count: found.scores.length, isNearest: false }
  }

  /** A word that only occurs in descriptions may be a typo of a word that names products. */
  function moreThan({ reading, count, instead }: Answered): string | null {
    if (instead !== null || reading.words.every(({ stems }) => stems.some(lexicon.isDistinctive))) return null
    const other = readQuery(q, lexicon, thesaurus, 'uncertain')
    const meant = other.isCorrected ? answer(other, false) : undefined
    return meant && !meant.isNearest && meant.count >= FAR_MORE * count ? meant.instead : null
  }
}

function knownWords({ words }: QueryReading) {
  return words.filter(({ stems }) => stems.length > 0)
}

/** Words such as украшения mean all products. Those for an audience do not: no product is marked as being for men. */
function asksForWholeShop({ words }: QueryReading, { optional, audience }: Thesaurus): boolean {
  const isAny = words.every(({ stems }) => stems.some((stem) => optional.has(stem)))
  return isAny && !words.some(({ stems }) => stems.some((stem) => audience.has(stem)))
}
