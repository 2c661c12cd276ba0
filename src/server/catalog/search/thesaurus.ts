import SearchableMap from 'minisearch/SearchableMap'

import { soundKey } from '#server/spelling/sound-key.ts'
import { splitQuery, type Word } from '#server/spelling/split-words.ts'
import { stemWord } from '#server/spelling/stem-word.ts'

import { phraseKey, type LanguageIndex, type Term } from '../search-index/language-index.ts'
import type { SearchWords } from './search-words.ts'

/** Stems of words that belong together, in no order. */
export type Phrase = readonly string[]

/** What else is looked for. */
export interface Finds {
  /** What means the same. */
  same: readonly Phrase[]
  also: readonly Phrase[]
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
  /** Words that no piece has may be misspelt too. */
  words: LanguageIndex
}

const made = new WeakMap<SearchWords, Thesaurus>()

export function thesaurusOf(words: SearchWords): Thesaurus {
  const known = made.get(words)
  if (known) return known
  const thesaurus = createThesaurus(words)
  made.set(words, thesaurus)
  return thesaurus
}

function createThesaurus({ same, also, ignored, optional }: SearchWords): Thesaurus {
  const nothing = new Set(ignored.flatMap((word) => splitQuery(word).map(({ plain }) => plain)))
  const wordsOf = (text: string): Word[] => {
    const words = splitQuery(text)
    const telling = words.filter(({ plain }) => !nothing.has(plain))
    return telling.length > 0 ? telling : words
  }
  const toPhrase = (text: string): Phrase => [...new Set(wordsOf(text).map(({ plain }) => stemWord(plain)))]

  const equals = same.flatMap((group) => group.map((text): [string, readonly string[]] => [text, group]))
  const more = also.map(({ typed, finds }): [string, readonly string[]] => [typed, finds])
  const sameAs = gather(equals, toPhrase)
  const alsoFor = gather(more, toPhrase)
  const synonyms = new Map<string, Synonym[]>()
  for (const [key, typed] of new Map(
    [...equals, ...more].map(([text]) => [phraseKey(toPhrase(text)), toPhrase(text)]),
  )) {
    const meant = sameAs.get(key) ?? new Map([[key, typed]])
    // What means the same finds the same.
    const found = [...meant.keys()].flatMap((other) => [...(alsoFor.get(other) ?? [])])
    const synonym = {
      typed,
      same: [...meant].flatMap(([other, phrase]) => (other === key ? [] : [phrase])),
      also: found.flatMap(([other, phrase]) => (meant.has(other) ? [] : [phrase])),
    }
    const first = typed[0] ?? ''
    synonyms.set(first, [...(synonyms.get(first) ?? []), synonym])
  }
  for (const list of synonyms.values()) list.sort((a, b) => b.typed.length - a.typed.length)
  return {
    synonyms,
    ignored: nothing,
    optional: new Set(optional.flatMap(toPhrase)),
    words: indexWords([...equals, ...more].flatMap(([text]) => wordsOf(text))),
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

/** Words without pieces, to be found by their spelling. */
function indexWords(words: readonly Word[]): LanguageIndex {
  const byStem = new Map<string, Term>()
  const bySpelling = new SearchableMap<Term>()
  const bySound = new SearchableMap<Term>()
  for (const { written, plain } of words) {
    const stem = stemWord(plain)
    const term = byStem.get(stem) ?? {
      stem,
      forms: [written],
      pieces: new Uint32Array(),
      weights: new Uint8Array(),
      isTelling: true,
    }
    byStem.set(stem, term)
    for (const spelling of [stem, plain]) {
      bySpelling.set(spelling, term)
      bySound.set(soundKey(spelling), term)
    }
  }
  return { byStem, bySpelling, bySound, phrases: [] }
}
