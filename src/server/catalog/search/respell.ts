import type { LanguageIndex, Term } from '../snapshot/language-index.ts'
import { soundKey, toCyrillic } from '../spelling/sound-key.ts'
import { stemTerm } from '../spelling/split-terms.ts'

export interface Known {
  stem: string
  written: string
}

interface Candidate {
  term: Term
  spelling: string
  cost: number
}

const BY_SOUND = 0.5
/** The extra cost of a different first letter: typos there are rare. */
const OTHER_INITIAL = 0.4
const SHORTEST_SOUND = 3
const MOST = 4

/** `isMeant` is false for stop words, which are never a correction. The likeliest comes first. */
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

/** A short sound key with a typo matches too many others. */
function isLong({ length }: string): boolean {
  return length >= 5
}

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

export function formOf({ forms, stem }: Term, spelling: string): string {
  const bare = (form: string): string => form.replaceAll('ё', 'е')
  const spelt = forms.find((form) => bare(form) === spelling)
  return spelt ?? forms.find((form) => soundKey(bare(form)) === soundKey(spelling)) ?? forms[0] ?? stem
}

export function soundsOf(plain: string): string[] {
  const keys = [soundKey(plain), soundKey(stemTerm(toCyrillic(plain))), soundKey(stemTerm(plain))]
  return [...new Set(keys)].filter((key) => key.length >= SHORTEST_SOUND)
}

/** None in short words and stems (`mens`), since these match too many others. */
export function typosIn(token: string): number {
  const { length } = token
  if (length < 4 || (length === 4 && stemTerm(token).length < 4)) return 0
  return length > 7 ? 2 : 1
}

export function swaps(plain: string): string[] {
  return plain.length < 4
    ? []
    : Array.from({ length: plain.length - 1 }, (_, at) =>
        [plain.slice(0, at), plain[at + 1], plain[at], plain.slice(at + 2)].join(''),
      )
}
