import type { Locale } from '#shared/i18n/locale.ts'

import type { LanguageIndex, Term } from '../snapshot/language-index.ts'
import type { SearchIndex } from '../snapshot/search-index.ts'
import { soundKey } from '../spelling/sound-key.ts'
import { isNumber } from '../spelling/split-terms.ts'
import { formOf, respell, soundsOf, type Known } from './respell.ts'
import type { Thesaurus } from './thesaurus.ts'

export type Lexicon = ReturnType<typeof createLexicon>

const MOST_COMPLETIONS = 60
const LONGEST_TERM = 24
const LONGEST_UNSPLIT = 60
/** Shorter prefixes complete only words that name products, or all products. */
const SHORT = 3

export function createLexicon(index: SearchIndex, thesaurus: Thesaurus, locale: Locale) {
  const own = index.languages[locale]
  const others = Object.values(index.languages).filter((language) => language !== own)
  const indexed = [own, ...others]
  const all: readonly LanguageIndex[] = [...indexed, thesaurus.words]

  const isMeant = ({ forms }: Term): boolean => !forms.some((form) => thesaurus.ignored.has(form))
  const respelt = new Map<string, Known[]>()
  const find = (spelling: string): Known | undefined => lookUp(all, spelling)

  /** The likeliest first. */
  function respellings(plain: string): Known[] {
    if (isNumber(plain) || plain.length > LONGEST_TERM) return []
    const known = respelt.get(plain) ?? respell(plain, all, isMeant)
    respelt.set(plain, known)
    return known
  }

  return {
    has: (stem: string) => all.some(({ byStem }) => byStem.has(stem)),
    /** Whether the word names products or is in the operator's synonyms. */
    isDistinctive: (stem: string) => all.some(({ byStem }) => byStem.get(stem)?.isDistinctive),
    /** Whether this is a spelling of a word that names products. */
    hasForm: (plain: string) => all.some(({ bySpelling }) => bySpelling.get(plain)?.isDistinctive),
    /** Stems that have a meaning only together. */
    phrases: indexed.flatMap(({ phrases }) => phrases),
    termsOf: (stem: string) =>
      indexed.flatMap((language) => {
        const term = language.byStem.get(stem)
        return term ? [{ term, isOwn: language === own }] : []
      }),
    completions(plain: string) {
      if (isNumber(plain)) return []
      const found = all.flatMap(({ bySpelling }) => [...bySpelling.atPrefix(plain)])
      const isLikely = ({ isDistinctive, stem }: Term): boolean => isDistinctive || thesaurus.optional.has(stem)
      return toKnown(found.filter(([, term]) => isMeant(term) && (plain.length >= SHORT || isLikely(term))))
    },
    /** Words of the other alphabet whose sound starts like this prefix. */
    soundCompletions(plain: string) {
      const key = soundKey(plain)
      if (isNumber(plain) || key.length < SHORT) return []
      // A text that sounds like a whole known word is not treated as a prefix.
      if (all.some(({ bySound }) => soundsOf(plain).some((sound) => bySound.has(sound)))) return []
      const found = all.flatMap(({ bySound }) => [...bySound.atPrefix(key)].map(([, term]) => ['', term] as const))
      return toKnown(found.filter(([, term]) => isLatin(term.stem) !== isLatin(plain)))
    },
    split: (plain: string) => (isNumber(plain) || plain.length > LONGEST_UNSPLIT ? undefined : splitKnown(plain, find)),
    respellings,
    splitRespelt: (plain: string) =>
      isNumber(plain) || plain.length > LONGEST_TERM ? undefined : splitRespelt(plain, find, respellings),
  }
}

function lookUp(languages: readonly LanguageIndex[], spelling: string): Known | undefined {
  for (const { bySpelling } of languages) {
    const term = bySpelling.get(spelling)
    if (term) return { stem: term.stem, written: formOf(term, spelling) }
  }
  return undefined
}

function toKnown(found: readonly (readonly [spelling: string, term: Term])[]): Known[] {
  const terms = new Map(found.map(([spelling, term]) => [term, spelling]))
  return [...terms]
    .toSorted(([a], [b]) => b.products.length - a.products.length)
    .slice(0, MOST_COMPLETIONS)
    .map(([term, spelling]) => ({ stem: term.stem, written: formOf(term, spelling) }))
}

function isLatin(token: string): boolean {
  return /[a-z]/.test(token)
}

const SHORTEST_PART = 3
const SHORTEST_RESPELT = 4

/** The fewest known words, at least two. */
function splitKnown(plain: string, find: (part: string) => Known | undefined): Known[] | undefined {
  /** The best split of each prefix, indexed by the prefix length. */
  const splits: (Known[] | undefined)[] = [[]]
  for (let end = SHORTEST_PART; end <= plain.length; end += 1) {
    for (let start = 0; start <= end - SHORTEST_PART; start += 1) {
      const before = splits[start]
      const shorter = before && (splits[end]?.length ?? Infinity) > before.length + 1
      const known = shorter ? find(plain.slice(start, end)) : undefined
      if (before && known) splits[end] = [...before, known]
    }
  }
  const whole = splits[plain.length]
  return whole && whole.length > 1 ? whole : undefined
}

/** One of the two words is known, the other corrected. */
export function splitRespelt(
  plain: string,
  find: (part: string) => Known | undefined,
  respellings: (part: string) => Known[],
): Known[] | undefined {
  for (let at = SHORTEST_RESPELT; at <= plain.length - SHORTEST_RESPELT; at += 1) {
    const [start, end] = [plain.slice(0, at), plain.slice(at)]
    const [first, last] = [find(start), find(end)]
    const [meantFirst] = last && !first ? respellings(start) : []
    const [meantLast] = first && !last ? respellings(end) : []
    if (last && meantFirst) return [meantFirst, last]
    if (first && meantLast) return [first, meantLast]
  }
  return undefined
}
