import { stemTerm, isNumber, splitQuery, type Token } from '../spelling/split-terms.ts'
import type { Lexicon } from './lexicon.ts'
import type { Thesaurus } from './thesaurus.ts'

/** A word of a query, as it is understood. */
export interface ReadTerm {
  /** As it is shown to anyone who typed it. */
  written: string
  /** What it may stand for; none where it is not known. */
  stems: readonly string[]
  /** Whether it is only the beginning of what it stands for. */
  isBeginning: boolean
  isOptional: boolean
}

/** One way to understand a query. */
export interface QueryReading {
  words: readonly ReadTerm[]
  /** All of it as it is understood, with the words that say nothing. */
  text: string
  /** Whether a word is other than it was typed. */
  isMended: boolean
}

/** No one means so many; a longer text is read up to here. */
const MAX_TERMS = 16
const MOST_MENDED = 5

/** How far a reading may go from what was typed. */
export interface Tolerances {
  /** Whether words that are not known may be taken for others. */
  mends: boolean
  /** Whether words that are known may be too, where they name no products. */
  uncertainTerms: boolean
}

type Understood = Omit<ReadTerm, 'isOptional'>

/** Reads a query word by word. */
export function readQuery(
  text: string,
  lexicon: Lexicon,
  { ignored, optional }: Thesaurus,
  { mends, uncertainTerms }: Tolerances,
): QueryReading {
  const typed = distinct(joinKnown(splitQuery(text), lexicon)).slice(0, MAX_TERMS)
  const distinctive = typed.filter(({ plain }) => !ignored.has(plain))
  const matched = distinctive.length > 0 ? distinctive : typed
  const texts: string[] = []
  let tried = 0
  let mended = 0

  function asTyped({ plain, written }: Token, isLast: boolean): Understood | undefined {
    const stem = stemTerm(plain)
    const isKnown = lexicon.has(stem)
    const whole = { written, stems: [stem], isBeginning: false }
    if ((isKnown && (lexicon.isDistinctive(stem) || isNumber(plain))) || optional.has(stem)) return whole
    if (uncertainTerms) return undefined
    const begun = isLast ? lexicon.completions(plain).map((known) => known.stem) : []
    const stems = [...new Set(isKnown ? [stem, ...begun] : begun)]
    return stems.length > 0 ? { written, stems, isBeginning: begun.length > 0 } : undefined
  }

  function asMeant({ plain }: Token, isLast: boolean): Understood[] {
    if (!mends || tried === MOST_MENDED) return []
    tried += 1
    const begun = isLast ? lexicon.soundCompletions(plain) : []
    const [likeliest] = begun
    if (likeliest) return [{ written: likeliest.written, stems: begun.map(({ stem }) => stem), isBeginning: true }]
    const [respelt] = lexicon.respellings(plain)
    const meant = lexicon.split(plain) ?? (respelt ? [respelt] : (lexicon.splitRespelt(plain) ?? []))
    return meant.map(({ stem, written }) => ({ written, stems: [stem], isBeginning: false }))
  }

  function understand(term: Token): Understood[] {
    const isLast = term === matched.at(-1)
    const known = asTyped(term, isLast)
    if (known) return [known]
    const meant = asMeant(term, isLast)
    if (meant.length > 0) mended += 1
    const stem = stemTerm(term.plain)
    const asItIs = { written: term.written, stems: lexicon.has(stem) ? [stem] : [], isBeginning: false }
    return meant.length > 0 ? meant : [asItIs]
  }

  const terms = typed.flatMap((term) => {
    const understood = matched.includes(term) ? understand(term) : []
    texts.push(...(understood.length > 0 ? understood : [term]).map(({ written }) => written))
    return understood
  })
  return { words: markOptional(terms, optional), text: texts.join(' '), isMended: mended > 0 }
}

/** A word that a product need not have is needed after all where nothing else was asked for. */
function markOptional(terms: readonly Understood[], optional: ReadonlySet<string>): ReadTerm[] {
  const isOptional = ({ stems }: Understood): boolean => stems.some((stem) => optional.has(stem))
  const isAll = terms.every(isOptional)
  return terms.map((term) => ({ ...term, isOptional: !isAll && !term.isBeginning && isOptional(term) }))
}

/** ear rings, neck lace: neighbours that are one word. */
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
