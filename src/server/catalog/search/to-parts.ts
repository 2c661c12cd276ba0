import type { Term } from '../search-index/language-index.ts'
import type { Lexicon } from './lexicon.ts'
import type { ReadWord } from './read-query.ts'
import type { Synonym, Thesaurus } from './thesaurus.ts'

/** One word of a piece that answers one that was asked for. */
export interface Hit {
  term: Term
  factor: number
}

/** Something that a piece is asked to have. */
export interface QueryPart {
  /** A piece has any of them; to have one is to have a hit for each of its words. */
  ways: readonly (readonly (readonly Hit[])[])[]
  /** Stems of all words that stand for it. */
  stems: ReadonlySet<string>
  isOptional: boolean
}

const OTHER_LANGUAGE = 0.9
const SYNONYM = 0.8
const BEGINNING = 0.7

/** Words as they are understood -> what pieces are asked for: words that belong together are one thing. */
export function toParts(words: readonly ReadWord[], lexicon: Lexicon, thesaurus: Thesaurus): QueryPart[] {
  const hitsOf = (stem: string, factor: number): Hit[] =>
    lexicon.termsOf(stem).map(({ term, isOwn }) => ({ term, factor: isOwn ? factor : factor * OTHER_LANGUAGE }))
  const left = new Map(words.map((word) => [word.stems.length === 1 ? (word.stems[0] ?? '') : word, word]))
  const parts: QueryPart[] = []

  function take(synonym: Synonym, isOptional: boolean): void {
    const phrases = [synonym.typed, ...synonym.finds]
    parts.push({
      ways: phrases
        .map((phrase, nth) => phrase.map((stem) => hitsOf(stem, nth === 0 ? 1 : SYNONYM)))
        .filter((way) => way.every((hits) => hits.length > 0)),
      stems: new Set(phrases.flat()),
      isOptional,
    })
  }

  for (const [key, word] of left) {
    if (typeof key !== 'string') continue
    const synonyms = synonymsOf(key, thesaurus, left)
    const synonym = synonyms[0]
    if (!synonym) continue
    for (const stem of synonym.typed) left.delete(stem)
    take(synonym, word.isOptional)
  }
  for (const { stems, isBeginning, isOptional } of left.values()) {
    const factor = isBeginning ? BEGINNING : 1
    const meant = stems.flatMap((stem) => (isBeginning ? (thesaurus.synonyms.get(stem) ?? []) : []))
    const found = meant.filter(({ typed }) => typed.length === 1).flatMap(({ finds }) => finds)
    const ways = [...stems.map((stem) => [stem]), ...found].map((phrase, nth) =>
      phrase.map((stem) => hitsOf(stem, nth < stems.length ? factor : factor * SYNONYM)),
    )
    parts.push({
      ways: ways.filter((way) => way.every((hits) => hits.length > 0)),
      stems: new Set(isBeginning ? [] : stems),
      isOptional,
    })
  }
  return parts
}

/** Of all that are made of words that are left, longest first. */
function synonymsOf(stem: string, { synonyms }: Thesaurus, left: ReadonlyMap<unknown, unknown>): Synonym[] {
  const all = [...left.keys()].flatMap((key) => (typeof key === 'string' ? (synonyms.get(key) ?? []) : []))
  return all
    .filter(({ typed }) => typed.includes(stem) && typed.every((one) => left.has(one)))
    .toSorted((a, b) => b.typed.length - a.typed.length)
}
