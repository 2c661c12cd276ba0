import { LRUCache } from 'lru-cache'

import type { SearchIndex, Term, Vocabulary } from '../snapshot/search-index.ts'
import { soundKey, toCyrillic } from '../spelling/sound-key.ts'
import { isNumber, stemTerm } from '../spelling/split-terms.ts'
import { nearIn } from '../spelling/typos.ts'
import type { Thesaurus } from './thesaurus.ts'

export type Lexicon = ReturnType<typeof createLexicon>

export interface Word {
  /** The spelling to show to the visitor. */
  written: string
  /** The stems that it may stand for; none if it is unknown. */
  stems: readonly string[]
  /** Whether it is only a prefix of them. */
  isBeginning: boolean
}

const MOST_COMPLETIONS = 60
const LONGEST_RESPELT = 24
const LONGEST_SPLIT = 60
const SHORTEST_SOUND = 3
const SHORTEST_PART = 3
const SHORTEST_RESPELT_PART = 4
/** A shorter sound key with a typo matches too many others. */
const SHORTEST_SOUND_WITH_TYPO = 5
/** The cost of a word that only sounds alike, if it has a typo too: higher than that of any other. */
const SOUND_TYPO = 3
const OTHER_ALPHABET = 0.1
const MAX_CACHED = 1000

/** The words of the products and of the operator's synonyms, and what else may be meant by a word. */
export function createLexicon(index: SearchIndex, { words, ignored }: Thesaurus) {
  const all: readonly Vocabulary[] = [index, words]
  const respelt = new LRUCache<string, Word[]>({ max: MAX_CACHED })

  const has = (stem: string): boolean => all.some(({ byStem }) => byStem.has(stem))
  /** Stop words are never a correction or a completion. */
  const isMeant = ({ forms }: Term): boolean => ![...forms].some((form) => ignored.has(form))

  function find(spelling: string): Word | undefined {
    const [term] = all.flatMap(({ bySpelling }) => bySpelling.get(spelling) ?? [])
    return term && toWord(term, spelling)
  }

  /** The likeliest word, if any. */
  function respell(plain: string): Word[] {
    if (plain.length > LONGEST_RESPELT) return []
    const known = respelt.get(plain)
    if (known) return known
    const stem = stemTerm(plain)
    const spelled = all.flatMap(({ bySpelling }) => [plain, stem].flatMap((typed) => nearIn(bySpelling, typed)))
    // Compare by sound only if the word is unknown in its literal spelling.
    const sounds = has(stem) ? [] : soundsOf(plain)
    const sounding = all
      .flatMap(({ bySound }) => sounds.flatMap((sound) => nearIn(bySound, sound)))
      .filter(({ spelling, cost }) => cost === 0 || spelling.length >= SHORTEST_SOUND_WITH_TYPO)
      .flatMap(({ value, cost }) =>
        [...value].map((term) => ({ value: term, spelling: plain, cost: cost && cost + SOUND_TYPO })),
      )
    const meant = [...spelled, ...sounding]
      .filter(({ value }) => value.isDistinctive && isMeant(value))
      .map((one) => ({ ...one, cost: one.cost + (isLatin(one.value.stem) === isLatin(plain) ? 0 : OTHER_ALPHABET) }))
      .toSorted((a, b) => a.cost - b.cost || b.value.weights.size - a.value.weights.size)
    const likeliest = meant.slice(0, 1).map(({ value, spelling }) => toWord(value, spelling))
    respelt.set(plain, likeliest)
    return likeliest
  }

  /** Words of the other alphabet whose sound starts like this prefix. */
  function completeSound(plain: string): Word[] {
    const key = soundKey(plain)
    // A text that sounds like a whole known word is not treated as a prefix.
    const isWhole = all.some(({ bySound }) => soundsOf(plain).some((sound) => bySound.has(sound)))
    if (key.length < SHORTEST_SOUND || isWhole) return []
    const found = all.flatMap(({ bySound }) => [...bySound.atPrefix(key).values()].flatMap((terms) => [...terms]))
    const [first, ...others] = mostCommon(found.filter(({ stem }) => isLatin(stem) !== isLatin(plain)))
    const stems = [first, ...others].flatMap((term) => term?.stem ?? [])
    return first ? [{ ...toWord(first, ''), stems, isBeginning: true }] : []
  }

  /** The fewest known words, at least two. */
  function split(plain: string): Word[] {
    if (plain.length > LONGEST_SPLIT) return []
    /** The best split of each prefix, indexed by the prefix length. */
    const splits: (Word[] | undefined)[] = [[]]
    for (let end = SHORTEST_PART; end <= plain.length; end += 1) {
      for (let start = 0; start <= end - SHORTEST_PART; start += 1) {
        const before = splits[start]
        const isShorter = before && (splits[end]?.length ?? Infinity) > before.length + 1
        const known = isShorter ? find(plain.slice(start, end)) : undefined
        if (before && known) splits[end] = [...before, known]
      }
    }
    const whole = splits[plain.length] ?? []
    return whole.length > 1 ? whole : []
  }

  /** Two words, one of them misspelled. */
  function splitRespelt(plain: string): Word[] {
    if (plain.length > LONGEST_RESPELT) return []
    for (let at = SHORTEST_RESPELT_PART; at <= plain.length - SHORTEST_RESPELT_PART; at += 1) {
      const [start, end] = [plain.slice(0, at), plain.slice(at)]
      const [first, last] = [find(start), find(end)]
      if (!first === !last) continue
      const both = [...(first ? [first] : respell(start)), ...(last ? [last] : respell(end))]
      if (both.length > 1) return both
    }
    return []
  }

  return {
    has,
    /** Whether the word names products or is in the operator's synonyms. */
    isDistinctive: (stem: string) => all.some(({ byStem }) => byStem.get(stem)?.isDistinctive),
    /** Whether this is a spelling of a word that names products. */
    hasForm: (plain: string) => all.some(({ bySpelling }) => bySpelling.get(plain)?.isDistinctive),
    /** The stems of the words that start with this prefix. */
    complete(plain: string): string[] {
      if (isNumber(plain)) return []
      const found = all.flatMap(({ bySpelling }) => [...bySpelling.atPrefix(plain).values()])
      return mostCommon(found.filter(isMeant)).map(({ stem }) => stem)
    },
    /** What an unknown word may mean. */
    correct(plain: string, isLast: boolean): Word[] {
      if (isNumber(plain)) return []
      const ways = [isLast ? completeSound : () => [], split, respell, splitRespelt]
      for (const way of ways) {
        const meant = way(plain)
        if (meant.length > 0) return meant
      }
      return []
    },
  }
}

function mostCommon(found: readonly Term[]): Term[] {
  return [...new Set(found)].toSorted((a, b) => b.weights.size - a.weights.size).slice(0, MOST_COMPLETIONS)
}

function toWord({ stem, forms }: Term, spelling: string): Word {
  const bare = (form: string): string => form.replaceAll('ё', 'е')
  const all = [...forms]
  const own = all.find((form) => bare(form) === spelling)
  const alike = all.find((form) => soundKey(bare(form)) === soundKey(spelling))
  return { written: own ?? alike ?? all[0] ?? stem, stems: [stem], isBeginning: false }
}

function soundsOf(plain: string): string[] {
  const keys = [soundKey(plain), soundKey(stemTerm(toCyrillic(plain)))]
  return [...new Set(keys)].filter((key) => key.length >= SHORTEST_SOUND)
}

function isLatin(token: string): boolean {
  return /[a-z]/.test(token)
}
