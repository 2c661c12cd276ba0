import SearchableMap from 'minisearch/SearchableMap'

import type { Synonyms } from '#server/content/synonyms.ts'

import { phraseKey, type LanguageIndex, type Term } from '../snapshot/language-index.ts'
import { soundKey } from '../spelling/sound-key.ts'
import { stemTerm, splitQuery, type Token } from '../spelling/split-terms.ts'

/** The stems of a phrase, in any order. */
export type Phrase = readonly string[]

export interface Expansion {
  same: readonly Phrase[]
  /** Phrases whose products are found too. This is one-way. */
  also: readonly Phrase[]
  /** Phrases whose products come first among the results. */
  first: readonly Phrase[]
}

export interface Synonym extends Expansion {
  typed: Phrase
}

export interface Thesaurus {
  /** Keyed by their first stem, the longest first. */
  synonyms: ReadonlyMap<string, readonly Synonym[]>
  /** Stop words. */
  ignored: ReadonlySet<string>
  /** Stems that a product need not have. */
  optional: ReadonlySet<string>
  /** The optional stems that name a wearer. */
  audience: ReadonlySet<string>
  words: LanguageIndex
}

const cache = new WeakMap<Synonyms, Thesaurus>()

export function thesaurusOf(synonyms: Synonyms): Thesaurus {
  const known = cache.get(synonyms)
  if (known) return known
  const thesaurus = createThesaurus(synonyms)
  cache.set(synonyms, thesaurus)
  return thesaurus
}

function createThesaurus({ same, also, first, ignored, optional, audience }: Synonyms): Thesaurus {
  const stopWords = new Set(ignored.flatMap((token) => splitQuery(token).map(({ plain }) => plain)))
  const termsOf = (text: string): Token[] => {
    const terms = splitQuery(text)
    const distinctive = terms.filter(({ plain }) => !stopWords.has(plain))
    return distinctive.length > 0 ? distinctive : terms
  }
  const toPhrase = (text: string): Phrase => [...new Set(termsOf(text).map(({ plain }) => stemTerm(plain)))]

  const equals = same.flatMap((group) => group.map((text): [string, readonly string[]] => [text, group]))
  const more = also.map(({ typed, finds }): [string, readonly string[]] => [typed, finds])
  const before = first.map(({ typed, finds }): [string, readonly string[]] => [typed, finds])
  const sameAs = gather(equals, toPhrase)
  const alsoFor = gather(more, toPhrase)
  const firstFor = gather(before, toPhrase)
  const synonyms = new Map<string, Synonym[]>()
  for (const [key, typed] of new Map(
    [...equals, ...more, ...before].map(([text]) => [phraseKey(toPhrase(text)), toPhrase(text)]),
  )) {
    const meant = sameAs.get(key) ?? new Map([[key, typed]])
    // Synonyms have their `also` and `first` phrases in common.
    const found = [...meant.keys()].flatMap((other) => [...(alsoFor.get(other) ?? [])])
    const preferred = [...meant.keys()].flatMap((other) => [...(firstFor.get(other)?.values() ?? [])])
    const synonym = {
      typed,
      same: [...meant].flatMap(([other, phrase]) => (other === key ? [] : [phrase])),
      also: found.flatMap(([other, phrase]) => (meant.has(other) ? [] : [phrase])),
      first: preferred,
    }
    const head = typed[0] ?? ''
    synonyms.set(head, [...(synonyms.get(head) ?? []), synonym])
  }
  for (const list of synonyms.values()) list.sort((a, b) => b.typed.length - a.typed.length)
  return {
    synonyms,
    ignored: stopWords,
    optional: new Set([...optional, ...audience].flatMap(toPhrase)),
    audience: new Set(audience.flatMap(toPhrase)),
    words: indexTerms([...equals, ...more].flatMap(([text]) => termsOf(text))),
  }
}

function gather(
  pairs: readonly [text: string, others: readonly string[]][],
  toPhrase: (text: string) => Phrase,
): Map<string, Map<string, Phrase>> {
  const gathered = new Map<string, Map<string, Phrase>>()
  for (const [text, others] of pairs) {
    const key = phraseKey(toPhrase(text))
    const paired = gathered.get(key) ?? new Map<string, Phrase>()
    for (const other of others.map(toPhrase)) paired.set(phraseKey(other), other)
    gathered.set(key, paired)
  }
  return gathered
}

function indexTerms(terms: readonly Token[]): LanguageIndex {
  const byStem = new Map<string, Term>()
  const bySpelling = new SearchableMap<Term>()
  const bySound = new SearchableMap<Term>()
  for (const { written, plain } of terms) {
    const stem = stemTerm(plain)
    const term = byStem.get(stem) ?? {
      stem,
      forms: [written],
      products: new Uint32Array(),
      weights: new Uint8Array(),
      isDistinctive: true,
    }
    byStem.set(stem, term)
    for (const spelling of [stem, plain]) {
      bySpelling.set(spelling, term)
      bySound.set(soundKey(spelling), term)
    }
  }
  return { byStem, bySpelling, bySound, phrases: [] }
}
