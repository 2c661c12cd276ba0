import { phraseKey, type Term } from '../snapshot/language-index.ts'
import type { Lexicon } from './lexicon.ts'
import type { ReadTerm } from './read-query.ts'
import type { Expansion, Phrase, Thesaurus } from './thesaurus.ts'

interface Hit {
  term: Term
  factor: number
}

/** The hits for each word of a phrase. A product must have one hit for each word. */
export type Alternative = readonly (readonly Hit[])[]

export interface QueryPart {
  alternatives: readonly Alternative[]
  /** The typed phrase, each of its words, and its synonyms. */
  names: readonly Phrase[]
  isOptional: boolean
}

const NO_EXPANSION: Expansion = { same: [], also: [], first: [] }
const OTHER_LANGUAGE = 0.9
const SYNONYM = 0.8
const BEGINNING = 0.7

/** The words of a phrase become one part. */
export function toParts(terms: readonly ReadTerm[], lexicon: Lexicon, thesaurus: Thesaurus): QueryPart[] {
  const hitsOf = (stem: string, factor: number): Hit[] =>
    lexicon.termsOf(stem).map(({ term, isOwn }) => ({ term, factor: isOwn ? factor : factor * OTHER_LANGUAGE }))
  const toAlternative = (phrase: Phrase, factor: number): Alternative => {
    const together = phrase.length > 1 ? hitsOf(phraseKey(phrase), factor) : []
    return together.length > 0 ? [together] : phrase.map((stem) => hitsOf(stem, factor))
  }
  const partOf = (typed: readonly Phrase[], { same, also }: Expansion, token: ReadTerm): QueryPart => {
    const factor = token.isBeginning ? BEGINNING : 1
    const alternatives = [
      ...typed.map((phrase) => toAlternative(phrase, factor)),
      ...[...same, ...also].map((phrase) => toAlternative(phrase, factor * SYNONYM)),
    ]
    return {
      alternatives: alternatives.filter((alternative) => alternative.every((hits) => hits.length > 0)),
      names: token.isBeginning ? [] : [...typed, ...typed.flat().map((stem) => [stem]), ...same],
      isOptional: token.isOptional,
    }
  }

  const preferenceOf = (phrases: readonly Phrase[]): QueryPart => ({
    alternatives: phrases
      .map((phrase) => toAlternative(phrase, 1))
      .filter((alternative) => alternative.every((hits) => hits.length > 0)),
    names: [],
    isOptional: true,
  })

  const parts: QueryPart[] = []
  const left = new Map(
    terms.filter((token) => !token.isBeginning).map((token) => [token.stems[0] ?? token.written, token]),
  )
  const areLeft = (phrase: Phrase): boolean => phrase.every((stem) => left.has(stem))
  const take = (phrase: Phrase, expansion: Expansion): void => {
    const taken = phrase.flatMap((stem) => left.get(stem) ?? [])
    for (const stem of phrase) left.delete(stem)
    for (const token of taken.slice(0, 1)) {
      parts.push(partOf([phrase], expansion, { ...token, isOptional: taken.every((one) => one.isOptional) }))
      if (expansion.first.length > 0) parts.push(preferenceOf(expansion.first))
    }
  }

  const synonyms = [...left.keys()].flatMap((stem) => thesaurus.synonyms.get(stem) ?? [])
  for (const synonym of synonyms.toSorted((a, b) => b.typed.length - a.typed.length)) {
    if (synonym.typed.length > 1 && areLeft(synonym.typed)) take(synonym.typed, synonym)
  }
  for (const phrase of lexicon.phrases) if (areLeft(phrase)) take(phrase, NO_EXPANSION)
  for (const synonym of synonyms) if (areLeft(synonym.typed)) take(synonym.typed, synonym)
  for (const token of left.values()) parts.push(partOf([token.stems], NO_EXPANSION, token))
  for (const token of terms.filter(({ isBeginning }) => isBeginning)) {
    const meant = token.stems.flatMap((stem) => thesaurus.synonyms.get(stem) ?? [])
    const single = meant.filter(({ typed }) => typed.length === 1)
    const expansion = {
      ...NO_EXPANSION,
      same: single.flatMap(({ same }) => same),
      also: single.flatMap(({ also }) => also),
    }
    parts.push(
      partOf(
        token.stems.map((stem) => [stem]),
        expansion,
        token,
      ),
    )
  }
  return parts
}
