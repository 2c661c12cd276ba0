import { phraseKey, type SearchIndex, type Term } from '../snapshot/search-index.ts'
import type { ReadWord } from './read-query.ts'
import type { Phrase, Synonym, Thesaurus } from './thesaurus.ts'

/** A product must have all of the terms. */
export interface Alternative {
  terms: readonly Term[]
  factor: number
}

export interface QueryPart {
  alternatives: readonly Alternative[]
  /** The typed phrase, each of its words, and its synonyms. */
  names: readonly Phrase[]
  isOptional: boolean
}

const SYNONYM = 0.8
const BEGINNING = 0.7

/** The words of a phrase become one part. */
export function toParts(words: readonly ReadWord[], index: SearchIndex, { synonyms }: Thesaurus): QueryPart[] {
  const parts: QueryPart[] = []
  const add = (typed: readonly Phrase[], meant: readonly Synonym[], { isBeginning, isOptional }: ReadWord): void => {
    const factor = isBeginning ? BEGINNING : 1
    const same = meant.flatMap((synonym) => synonym.same)
    const others = [...same, ...meant.flatMap(({ also }) => also)]
    parts.push({
      alternatives: [...alternativesOf(typed, factor), ...alternativesOf(others, factor * SYNONYM)],
      names: isBeginning ? [] : [...typed, ...same],
      isOptional,
    })
    const first = isBeginning ? [] : meant.flatMap((synonym) => synonym.first)
    if (first.length > 0) parts.push({ alternatives: alternativesOf(first, 1), names: [], isOptional: true })
  }
  const alternativesOf = (phrases: readonly Phrase[], factor: number): Alternative[] =>
    phrases.flatMap((phrase) => {
      const together = phrase.length > 1 ? index.byStem.get(phraseKey(phrase)) : undefined
      const terms = together ? [together] : phrase.flatMap((stem) => index.byStem.get(stem) ?? [])
      return terms.length > 0 && (together || terms.length === phrase.length) ? [{ terms, factor }] : []
    })

  const left = new Map(words.flatMap((word) => (word.isBeginning ? [] : [[word.stems[0] ?? word.written, word]])))
  const phrases = [
    ...synonyms.filter(({ typed }) => typed.length > 1),
    ...Array.from(index.phrases.values(), (typed) => ({ typed, same: [], also: [], first: [] })),
    ...synonyms.filter(({ typed }) => typed.length === 1),
  ]
  for (const phrase of phrases) {
    const taken = phrase.typed.flatMap((stem) => left.get(stem) ?? [])
    const [word] = taken
    if (!word || taken.length < phrase.typed.length) continue
    for (const stem of phrase.typed) left.delete(stem)
    add([phrase.typed], [phrase], { ...word, isOptional: taken.every(({ isOptional }) => isOptional) })
  }
  for (const word of left.values()) add([word.stems], [], word)
  for (const word of words.filter(({ isBeginning }) => isBeginning)) {
    const completed = word.stems.map((stem) => [stem])
    const keys = completed.map(phraseKey)
    add(
      completed,
      synonyms.filter(({ typed }) => keys.includes(phraseKey(typed))),
      word,
    )
  }
  return parts
}
