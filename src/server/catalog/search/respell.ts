import type { LanguageIndex, Term } from '../snapshot/language-index.ts'
import { soundKey, toCyrillic } from '../spelling/sound-key.ts'
import { stemTerm } from '../spelling/split-terms.ts'

/** A known word, found for a typed one. */
export interface Known {
  stem: string
  /** The spelling to show to the visitor. */
  written: string
}

interface Candidate {
  term: Term
  spelling: string
  /** The distance from the typed word. */
  cost: number
}

const BY_SOUND = 0.5
/** The extra cost of a different first letter: typos there are rare. */
const OTHER_INITIAL = 0.4
const SHORTEST_SOUND = 3
const MOST = 4

/**
 * Returns corrections of a word that is transliterated, misspelled, or both.
 * @param isMeant false for stop words, which are never a correction
 * @returns the likeliest first
 */
export function respell(plain: string, languages: readonly LanguageIndex[], isMeant: (term: Term) => boolean): Known[] {
  const best = new Map<string, Candidate>()
  const offer = (term: Term | undefined, spelling: string, cost: number): void => {
    if (!term?.isDistinctive || !isMeant(term)) return
    const known = best.get(term.stem)
    if (!known || cost < known.cost) best.set(term.stem, { term, spelling, cost })
  }
  const stem = stemTerm(plain)
  // Compare by sound only if the word is unknown in its literal spelling.
  const isKnown = languages.some(({ byStem }) => byStem.has(stem))
  const keys = isKnown ? [] : soundsOf(plain)
  for (const { bySound } of languages) for (const key of keys) offer(bySound.get(key), '', BY_SOUND)
  if (best.size === 0) {
    const swapped = languages.flatMap(({ bySpelling }) =>
      swaps(plain).map((token) => [token, bySpelling.get(token)] as const),
    )
    for (const [token, term] of swapped) offer(term, token, 1)
    for (const { spelling, term, distance, typed } of nearIn(languages, 'bySpelling', [plain, stem])) {
      offer(term, spelling, distance + (spelling[0] === typed[0] ? 0 : OTHER_INITIAL))
    }
  }
  if (best.size === 0) {
    for (const { term, distance } of nearIn(languages, 'bySound', keys.filter(isLong))) offer(term, '', distance)
  }
  return [...best.values()]
    .toSorted((a, b) => a.cost - b.cost || b.term.products.length - a.term.products.length)
    .slice(0, MOST)
    .map(({ term, spelling }) => ({ stem: term.stem, written: formOf(term, spelling || plain) }))
}

/** Returns whether a sound key is long enough for typos. A short one with a typo matches too many others. */
function isLong({ length }: string): boolean {
  return length >= 5
}

/** Returns all entries within the edit distance that `typosIn` allows. */
function nearIn(languages: readonly LanguageIndex[], map: 'bySpelling' | 'bySound', terms: readonly string[]) {
  return languages.flatMap((language) =>
    [...new Set(terms)].flatMap((typed) =>
      [...language[map].fuzzyGet(typed, typosIn(typed))].map(([spelling, [term, distance]]) => ({
        spelling,
        term,
        distance,
        typed,
      })),
    ),
  )
}

/** Returns the form with this spelling, or else the form with this sound, or else the first form. */
export function formOf({ forms, stem }: Term, spelling: string): string {
  const bare = (form: string): string => form.replaceAll('ё', 'е')
  const spelt = forms.find((form) => bare(form) === spelling)
  return spelt ?? forms.find((form) => soundKey(bare(form)) === soundKey(spelling)) ?? forms[0] ?? stem
}

/** Returns the sound keys of a word as it is, and of its stems in both languages. */
export function soundsOf(plain: string): string[] {
  const keys = [soundKey(plain), soundKey(stemTerm(toCyrillic(plain))), soundKey(stemTerm(plain))]
  return [...new Set(keys)].filter((key) => key.length >= SHORTEST_SOUND)
}

/**
 * Returns how many typos to allow. None in words of up to three letters, nor in words of four letters with a shorter
 * stem (`mens`), since these match too many others. One in words of up to seven letters. Two in longer words.
 */
export function typosIn(token: string): number {
  const { length } = token
  if (length < 4 || (length === 4 && stemTerm(token).length < 4)) return 0
  return length > 7 ? 2 : 1
}

/** Returns the word with each pair of adjacent letters swapped. */
export function swaps(plain: string): string[] {
  return plain.length < 4
    ? []
    : Array.from({ length: plain.length - 1 }, (_, at) =>
        [plain.slice(0, at), plain[at + 1], plain[at], plain.slice(at + 2)].join(''),
      )
}
