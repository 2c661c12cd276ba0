import { stemTerm, isNumber, splitQuery, type Token } from '../spelling/split-terms.ts'
import type { Lexicon } from './lexicon.ts'
import type { Thesaurus } from './thesaurus.ts'

export interface ReadTerm {
  /** The spelling to show to the visitor. */
  written: string
  /** The stems that it may stand for; none if it is unknown. */
  stems: readonly string[]
  /** Whether it is only a prefix of them. */
  isBeginning: boolean
  isOptional: boolean
}

export interface QueryReading {
  words: readonly ReadTerm[]
  /** With the stop words. */
  text: string
  isCorrected: boolean
}

const MAX_TERMS = 16
const MAX_CORRECTIONS = 5

export interface Tolerances {
  allowsCorrections: boolean
  /** Whether known words that do not name products may be corrected too. */
  uncertainTerms: boolean
}

type Interpreted = Omit<ReadTerm, 'isOptional'>

export function readQuery(
  text: string,
  lexicon: Lexicon,
  { ignored, optional }: Thesaurus,
  { allowsCorrections, uncertainTerms }: Tolerances,
): QueryReading {
  const typed = distinct(joinKnown(splitQuery(text), lexicon)).slice(0, MAX_TERMS)
  const distinctive = typed.filter(({ plain }) => !ignored.has(plain))
  const matched = distinctive.length > 0 ? distinctive : typed
  const texts: string[] = []
  let tried = 0
  let corrected = 0

  function asTyped({ plain, written }: Token, isLast: boolean): Interpreted | undefined {
    const stem = stemTerm(plain)
    const isKnown = lexicon.has(stem)
    const whole = { written, stems: [stem], isBeginning: false }
    if ((isKnown && (lexicon.isDistinctive(stem) || isNumber(plain))) || optional.has(stem)) return whole
    if (uncertainTerms) return undefined
    const begun = isLast ? lexicon.completions(plain).map((known) => known.stem) : []
    const stems = [...new Set(isKnown ? [stem, ...begun] : begun)]
    return stems.length > 0 ? { written, stems, isBeginning: begun.length > 0 } : undefined
  }

  function asMeant({ plain }: Token, isLast: boolean): Interpreted[] {
    if (!allowsCorrections || tried === MAX_CORRECTIONS) return []
    tried += 1
    const begun = isLast ? lexicon.soundCompletions(plain) : []
    const [likeliest] = begun
    if (likeliest) return [{ written: likeliest.written, stems: begun.map(({ stem }) => stem), isBeginning: true }]
    const [respelt] = lexicon.respellings(plain)
    const meant = lexicon.split(plain) ?? (respelt ? [respelt] : (lexicon.splitRespelt(plain) ?? []))
    return meant.map(({ stem, written }) => ({ written, stems: [stem], isBeginning: false }))
  }

  function understand(term: Token): Interpreted[] {
    const isLast = term === matched.at(-1)
    const known = asTyped(term, isLast)
    if (known) return [known]
    const meant = asMeant(term, isLast)
    if (meant.length > 0) corrected += 1
    const stem = stemTerm(term.plain)
    const asItIs = { written: term.written, stems: lexicon.has(stem) ? [stem] : [], isBeginning: false }
    return meant.length > 0 ? meant : [asItIs]
  }

  const terms = typed.flatMap((term) => {
    const understood = matched.includes(term) ? understand(term) : []
    texts.push(...(understood.length > 0 ? understood : [term]).map(({ written }) => written))
    return understood
  })
  return { words: markOptional(terms, optional), text: texts.join(' '), isCorrected: corrected > 0 }
}

/** Marks optional words. If the query has no other words, they are required. */
function markOptional(terms: readonly Interpreted[], optional: ReadonlySet<string>): ReadTerm[] {
  const isOptional = ({ stems }: Interpreted): boolean => stems.some((stem) => optional.has(stem))
  const isAll = terms.every(isOptional)
  return terms.map((term) => ({ ...term, isOptional: !isAll && !term.isBeginning && isOptional(term) }))
}

/** Joins two adjacent words that are one: ear rings, neck lace. */
function joinKnown(terms: readonly Token[], lexicon: Lexicon): Token[] {
  const joined: Token[] = []
  for (const term of terms) {
    const before = joined.at(-1)
    const together = before && { written: before.written + term.written, plain: before.plain + term.plain }
    const isOne = together && !/\d/.test(together.plain) && lexicon.hasForm(together.plain)
    if (isOne) joined.splice(-1, 1, together)
    else joined.push(term)
  }
  return joined
}

function distinct(terms: readonly Token[]): Token[] {
  return [...new Map(terms.map((term) => [term.plain, term])).values()]
}
