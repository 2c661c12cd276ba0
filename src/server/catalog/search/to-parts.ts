import { phraseKey, type Term } from '../snapshot/language-index.ts'
import type { Lexicon } from './lexicon.ts'
import type { ReadTerm } from './read-query.ts'
import type { Finds, Phrase, Thesaurus } from './thesaurus.ts'

/** One word of a product that answers one that was asked for. */
export interface Hit {
  term: Term
  factor: number
}

/** For each word of it those that answer it: a product has one of each. */
export type Way = readonly (readonly Hit[])[]

/** Something that a product is asked to have. */
export interface QueryPart {
  /** A product has any of them. */
  ways: readonly Way[]
  /** What it goes by: the words typed, together and each alone, and those that mean the same. */
  names: readonly Phrase[]
  isOptional: boolean
}

const NOTHING_ELSE: Finds = { same: [], also: [], first: [] }
const OTHER_LANGUAGE = 0.9
const SYNONYM = 0.8
const BEGINNING = 0.7

/** Words as they are understood -> what products are asked for: words that belong together are one thing. */
export function toParts(terms: readonly ReadTerm[], lexicon: Lexicon, thesaurus: Thesaurus): QueryPart[] {
  const hitsOf = (stem: string, factor: number): Hit[] =>
    lexicon.termsOf(stem).map(({ term, isOwn }) => ({ term, factor: isOwn ? factor : factor * OTHER_LANGUAGE }))
  const wayOf = (phrase: Phrase, factor: number): Way => {
    const together = phrase.length > 1 ? hitsOf(phraseKey(phrase), factor) : []
    return together.length > 0 ? [together] : phrase.map((stem) => hitsOf(stem, factor))
  }
  const partOf = (typed: readonly Phrase[], { same, also }: Finds, token: ReadTerm): QueryPart => {
    const factor = token.isBeginning ? BEGINNING : 1
    const ways = [
      ...typed.map((phrase) => wayOf(phrase, factor)),
      ...[...same, ...also].map((phrase) => wayOf(phrase, factor * SYNONYM)),
    ]
    return {
      ways: ways.filter((way) => way.every((hits) => hits.length > 0)),
      names: token.isBeginning ? [] : [...typed, ...typed.flat().map((stem) => [stem]), ...same],
      isOptional: token.isOptional,
    }
  }

  /** Nothing has to have it; what has it comes first. */
  const preferenceOf = (phrases: readonly Phrase[]): QueryPart => ({
    ways: phrases.map((phrase) => wayOf(phrase, 1)).filter((way) => way.every((hits) => hits.length > 0)),
    names: [],
    isOptional: true,
  })

  const parts: QueryPart[] = []
  const left = new Map(
    terms.filter((token) => !token.isBeginning).map((token) => [token.stems[0] ?? token.written, token]),
  )
  const areLeft = (phrase: Phrase): boolean => phrase.every((stem) => left.has(stem))
  const take = (phrase: Phrase, finds: Finds): void => {
    const taken = phrase.flatMap((stem) => left.get(stem) ?? [])
    for (const stem of phrase) left.delete(stem)
    for (const token of taken.slice(0, 1)) {
      parts.push(partOf([phrase], finds, { ...token, isOptional: taken.every((one) => one.isOptional) }))
      if (finds.first.length > 0) parts.push(preferenceOf(finds.first))
    }
  }

  const synonyms = [...left.keys()].flatMap((stem) => thesaurus.synonyms.get(stem) ?? [])
  for (const synonym of synonyms.toSorted((a, b) => b.typed.length - a.typed.length)) {
    if (synonym.typed.length > 1 && areLeft(synonym.typed)) take(synonym.typed, synonym)
  }
  for (const phrase of lexicon.phrases) if (areLeft(phrase)) take(phrase, NOTHING_ELSE)
  for (const synonym of synonyms) if (areLeft(synonym.typed)) take(synonym.typed, synonym)
  for (const token of left.values()) parts.push(partOf([token.stems], NOTHING_ELSE, token))
  for (const token of terms.filter(({ isBeginning }) => isBeginning)) {
    const meant = token.stems.flatMap((stem) => thesaurus.synonyms.get(stem) ?? [])
    const single = meant.filter(({ typed }) => typed.length === 1)
    const finds = {
      ...NOTHING_ELSE,
      same: single.flatMap(({ same }) => same),
      also: single.flatMap(({ also }) => also),
    }
    parts.push(
      partOf(
        token.stems.map((stem) => [stem]),
        finds,
        token,
      ),
    )
  }
  return parts
}
