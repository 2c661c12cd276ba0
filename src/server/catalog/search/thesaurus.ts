import type { Synonyms } from '#server/content/synonyms.ts'

import { addSpelling, addTerm, createVocabulary, phraseKey } from '../snapshot/search-index.ts'
import { type Token, splitQuery, stemTerm } from '../spelling/split-terms.ts'

/** The stems of a phrase, in any order. */
export type Phrase = readonly string[]

export interface Synonym {
  typed: Phrase
  same: Phrase[]
  /** Phrases whose products are found too. This is one-way. */
  also: Phrase[]
  /** Phrases whose products come first among the results. */
  first: Phrase[]
}

export type Thesaurus = ReturnType<typeof createThesaurus>

export function createThesaurus({ same, also, first, ignored, optional, audience }: Synonyms) {
  const stopWords = new Set(ignored.flatMap((text) => splitQuery(text).map(({ plain }) => plain)))
  const termsOf = (text: string): Token[] => {
    const terms = splitQuery(text)
    const distinctive = terms.filter(({ plain }) => !stopWords.has(plain))
    return distinctive.length > 0 ? distinctive : terms
  }
  const toPhrase = (text: string): Phrase => [...new Set(termsOf(text).map(({ plain }) => stemTerm(plain)))]

  const synonyms = new Map<string, Synonym>()
  const synonymOf = (typed: Phrase): Synonym => {
    const synonym = synonyms.get(phraseKey(typed)) ?? { typed, same: [], also: [], first: [] }
    synonyms.set(phraseKey(typed), synonym)
    return synonym
  }
  for (const group of same.map((texts) => texts.map(toPhrase))) {
    for (const phrase of group) {
      const others = group.filter((other) => phraseKey(other) !== phraseKey(phrase))
      synonymOf(phrase).same.push(...others)
    }
  }
  for (const { typed, finds } of also) synonymOf(toPhrase(typed)).also.push(...finds.map(toPhrase))
  for (const { typed, finds } of first) synonymOf(toPhrase(typed)).first.push(...finds.map(toPhrase))

  const words = createVocabulary()
  for (const { written, plain } of [...same.flat(), ...also.map(({ typed }) => typed)].flatMap(termsOf)) {
    const term = addTerm(words, stemTerm(plain))
    term.isDistinctive = true
    term.forms.add(written)
    for (const spelling of [term.stem, plain]) addSpelling(words, spelling, term)
  }
  return {
    /** The longest first. Phrases of the same meaning have their `also` and `first` phrases in common. */
    synonyms: [...synonyms.values()]
      .map((synonym): Synonym => {
        const group = [synonym, ...synonym.same.map(synonymOf)]
        return { ...synonym, also: group.flatMap((one) => one.also), first: group.flatMap((one) => one.first) }
      })
      .toSorted((a, b) => b.typed.length - a.typed.length),
    /** Stop words. */
    ignored: stopWords,
    /** Stems that a product need not have. */
    optional: new Set([...optional, ...audience].flatMap(toPhrase)),
    /** The optional stems that name a wearer. */
    audience: new Set(audience.flatMap(toPhrase)),
    words,
  }
}
