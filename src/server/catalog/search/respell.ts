import type { LanguageIndex, Term } from '../snapshot/language-index.ts'
import { soundKey, toCyrillic } from '../spelling/sound-key.ts'
import { stemTerm } from '../spelling/split-terms.ts'

/** A word that was found for one that was typed. */
export interface Known {
  stem: string
  /** How it is written, for the reader of what was looked for. */
  written: string
}

interface Candidate {
  term: Term
  spelling: string
  /** How far it is from what was typed. */
  cost: number
}

const BY_SOUND = 0.5
/** The first letter is seldom the wrong one. */
const OTHER_INITIAL = 0.4
const SHORTEST_SOUND = 3
const MOST = 4

/**
 * Words that may have been meant by one that is not known: written in the other alphabet, misspelt, or both.
 * @param isMeant whether someone may look for the word at all
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
  // Only what is no word as it is written is written as it sounds.
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

/** A short sound with a slip in it is like too many others. */
function isLong({ length }: string): boolean {
  return length >= 5
}

/** Everything that is a slip or two away. */
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

/** The form that is spelt so, or sounds so; else the first that the texts have. */
export function formOf({ forms, stem }: Term, spelling: string): string {
  const bare = (form: string): string => form.replaceAll('ё', 'е')
  const spelt = forms.find((form) => bare(form) === spelling)
  return spelt ?? forms.find((form) => soundKey(bare(form)) === soundKey(spelling)) ?? forms[0] ?? stem
}

/** What it sounds like as it stands, and without the ending that it would have in either language. */
export function soundsOf(plain: string): string[] {
  const keys = [soundKey(plain), soundKey(stemTerm(toCyrillic(plain))), soundKey(stemTerm(plain))]
  return [...new Set(keys)].filter((key) => key.length >= SHORTEST_SOUND)
}

/**
 * None in a word of less than four letters, nor of four with an ending: what is left of mens is like too many others.
 * One up to seven, two beyond.
 */
function typosIn(token: string): number {
  const { length } = token
  if (length < 4 || (length === 4 && stemTerm(token).length < 4)) return 0
  return length > 7 ? 2 : 1
}

/** Two neighbours changed places. */
function swaps(plain: string): string[] {
  return plain.length < 4
    ? []
    : Array.from({ length: plain.length - 1 }, (_, at) =>
        [plain.slice(0, at), plain[at + 1], plain[at], plain.slice(at + 2)].join(''),
      )
}
