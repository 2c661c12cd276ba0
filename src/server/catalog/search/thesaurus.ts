import SearchableMap from 'minisearch/SearchableMap'

import { soundKey } from '#server/spelling/sound-key.ts'
import { splitQuery, type Word } from '#server/spelling/split-words.ts'
import { stemWord } from '#server/spelling/stem-word.ts'

import type { LanguageIndex, Term } from '../search-index/language-index.ts'
import type { SearchWords } from './search-words.ts'

/** Stems of words that belong together, in no order. */
export type Phrase = readonly string[]

export interface Synonym {
  typed: Phrase
  /** What finds the same. */
  finds: readonly Phrase[]
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

  const pairs: [string, string[]][] = [
    ...same.flatMap((group) => group.map((text): [string, string[]] => [text, group.filter((one) => one !== text)])),
    ...also.map(({ typed, finds }): [string, string[]] => [typed, [...finds]]),
  ]
  const bySetOfStems = new Map<string, { typed: Phrase; finds: Phrase[] }>()
  for (const [text, others] of pairs) {
    const typed = toPhrase(text)
    const key = typed.toSorted().join(' ')
    const synonym = bySetOfStems.get(key) ?? { typed, finds: [] }
    synonym.finds.push(...others.map(toPhrase))
    bySetOfStems.set(key, synonym)
  }
  const synonyms = new Map<string, Synonym[]>()
  for (const synonym of bySetOfStems.values()) {
    for (const stem of synonym.typed.slice(0, 1)) synonyms.set(stem, [...(synonyms.get(stem) ?? []), synonym])
  }
  for (const list of synonyms.values()) list.sort((a, b) => b.typed.length - a.typed.length)
  return {
    synonyms,
    ignored: nothing,
    optional: new Set(optional.flatMap(toPhrase)),
    words: indexWords(pairs.flatMap(([text]) => wordsOf(text))),
  }
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
  return { byStem, bySpelling, bySound }
}
