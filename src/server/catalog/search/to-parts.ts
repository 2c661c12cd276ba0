import { phraseKey, type Term } from '../search-index/language-index.ts'
import type { Lexicon } from './lexicon.ts'
import type { ReadWord } from './read-query.ts'
import type { Finds, Phrase, Thesaurus } from './thesaurus.ts'

/** One word of a piece that answers one that was asked for. */
export interface Hit {
  term: Term
  factor: number
}

/** For each word of it those that answer it: a piece has one of each. */
export type Way = readonly (readonly Hit[])[]

/** Something that a piece is asked to have. */
export interface QueryPart {
  /** A piece has any of them. */
  ways: readonly Way[]
  /** What it goes by: the words typed, together and each alone, and those that mean the same. */
  names: readonly Phrase[]
  isOptional: boolean
}

const NOTHING_ELSE: Finds = { same: [], also: [] }
const OTHER_LANGUAGE = 0.9
const SYNONYM = 0.8
const BEGINNING = 0.7

/** Words as they are understood -> what pieces are asked for: words that belong together are one thing. */
export function toParts(words: readonly ReadWord[], lexicon: Lexicon, thesaurus: Thesaurus): QueryPart[] {
  const hitsOf = (stem: string, factor: number): Hit[] =>
    lexicon.termsOf(stem).map(({ term, isOwn }) => ({ term, factor: isOwn ? factor : factor * OTHER_LANGUAGE }))
  const wayOf = (phrase: Phrase, factor: number): Way => {
    const together = phrase.length > 1 ? hitsOf(phraseKey(phrase), factor) : []
    return together.length > 0 ? [together] : phrase.map((stem) => hitsOf(stem, factor))
  }
  const partOf = (typed: readonly Phrase[], { same, also }: Finds, word: ReadWord): QueryPart => {
    const factor = word.isBeginning ? BEGINNING : 1
    const ways = [
      ...typed.map((phrase) => wayOf(phrase, factor)),
      ...[...same, ...also].map((phrase) => wayOf(phrase, factor * SYNONYM)),
    ]
    return {
      ways: ways.filter((way) => way.every((hits) => hits.length > 0)),
      names: word.isBeginning ? [] : [...typed, ...typed.flat().map((stem) => [stem]), ...same],
      isOptional: word.isOptional,
    }
  }

  const parts: QueryPart[] = []
  const left = new Map(words.filter((word) => !word.isBeginning).map((word) => [word.stems[0] ?? word.written, word]))
  const areLeft = (phrase: Phrase): boolean => phrase.every((stem) => left.has(stem))
  const take = (phrase: Phrase, finds: Finds): void => {
    const taken = phrase.flatMap((stem) => left.get(stem) ?? [])
    for (const stem of phrase) left.delete(stem)
    for (const word of taken.slice(0, 1)) {
      parts.push(partOf([phrase], finds, { ...word, isOptional: taken.every((one) => one.isOptional) }))
    }
  }

  const synonyms = [...left.keys()].flatMap((stem) => thesaurus.synonyms.get(stem) ?? [])
  for (const synonym of synonyms.toSorted((a, b) => b.typed.length - a.typed.length)) {
    if (synonym.typed.length > 1 && areLeft(synonym.typed)) take(synonym.typed, synonym)
  }
  for (const phrase of lexicon.phrases) if (areLeft(phrase)) take(phrase, NOTHING_ELSE)
  for (const synonym of synonyms) if (areLeft(synonym.typed)) take(synonym.typed, synonym)
  for (const word of left.values()) parts.push(partOf([word.stems], NOTHING_ELSE, word))
  for (const word of words.filter(({ isBeginning }) => isBeginning)) {
    const meant = word.stems.flatMap((stem) => thesaurus.synonyms.get(stem) ?? [])
    const single = meant.filter(({ typed }) => typed.length === 1)
    const finds = { same: single.flatMap(({ same }) => same), also: single.flatMap(({ also }) => also) }
    parts.push(
      partOf(
        word.stems.map((stem) => [stem]),
        finds,
        word,
      ),
    )
  }
  return parts
}
