import SearchableMap from 'minisearch/SearchableMap'

import type { Synonyms } from '#server/content/synonyms.ts'

import { phraseKey, type LanguageIndex, type Term } from '../snapshot/language-index.ts'
import { soundKey } from '../spelling/sound-key.ts'
import { stemTerm, splitQuery, type Token } from '../spelling/split-terms.ts'

/** Stems of words that belong together, in no order. */
export type Phrase = readonly string[]

/** What else is looked for. */
export interface Finds {
  /** What means the same. */
  same: readonly Phrase[]
  also: readonly Phrase[]
  /** What comes first of what is found. */
  first: readonly Phrase[]
}

export interface Synonym extends Finds {
  typed: Phrase
}

/** An operator's words, ready to be looked up. */
export interface Thesaurus {
  /** By the first of their stems; longest first. */
  synonyms: ReadonlyMap<string, readonly Synonym[]>
  ignored: ReadonlySet<string>
  optional: ReadonlySet<string>
  /** Some of the optional ones. */
  audience: ReadonlySet<string>
  /** Words that no product has may be misspelt too. */
  words: LanguageIndex
}

const made = new WeakMap<Synonyms, Thesaurus>()

export function thesaurusOf(terms: Synonyms): Thesaurus {
  const known = made.get(terms)
  if (known) return known
  const thesaurus = createThesaurus(terms)
  made.set(terms, thesaurus)
  return thesaurus
}

function createThesaurus({ same, also, first, ignored, optional, audience }: Synonyms): Thesaurus {
  const nothing = new Set(ignored.flatMap((token) => splitQuery(token).map(({ plain }) => plain)))
  const termsOf = (text: string): Token[] => {
    const terms = splitQuery(text)
    const distinctive = terms.filter(({ plain }) => !nothing.has(plain))
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
    // What means the same finds the same.
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
    ignored: nothing,
    optional: new Set([...optional, ...audience].flatMap(toPhrase)),
    audience: new Set(audience.flatMap(toPhrase)),
    words: indexTerms([...equals, ...more].flatMap(([text]) => termsOf(text))),
  }
}

/** Of each phrase, by its key, all that stand beside it. */
function gather(
  pairs: readonly [text: string, others: readonly string[]][],
  toPhrase: (text: string) => Phrase,
): Map<string, Map<string, Phrase>> {
  const gathered = new Map<string, Map<string, Phrase>>()
  for (const [text, others] of pairs) {
    const key = phraseKey(toPhrase(text))
    const beside = gathered.get(key) ?? new Map<string, Phrase>()
    for (const other of others.map(toPhrase)) beside.set(phraseKey(other), other)
    gathered.set(key, beside)
  }
  return gathered
}

/** Words without products, to be found by their spelling. */
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
