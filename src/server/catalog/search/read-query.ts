import { stemTerm, isNumber, splitQuery, type Token } from '../spelling/split-terms.ts'
import type { Lexicon, Word } from './lexicon.ts'
import type { Thesaurus } from './thesaurus.ts'

export interface ReadWord extends Word {
  isOptional: boolean
}

export interface QueryReading {
  words: readonly ReadWord[]
  /** With the stop words. */
  text: string
  isCorrected: boolean
}

/** Uncertain words are known, but do not name products. */
export type Corrected = 'nothing' | 'unknown' | 'uncertain'

const MAX_TERMS = 16
const MAX_CORRECTIONS = 5

export function readQuery(
  text: string,
  lexicon: Lexicon,
  { ignored, optional }: Thesaurus,
  corrected: Corrected,
): QueryReading {
  const tokens = joinKnown(splitQuery(text), lexicon)
  const typed = [...new Map(tokens.map((token) => [token.plain, token])).values()].slice(0, MAX_TERMS)
  const distinctive = typed.filter(({ plain }) => !ignored.has(plain))
  const matched = distinctive.length > 0 ? distinctive : typed
  let tried = 0
  let isCorrected = false

  function understand({ plain, written }: Token, isLast: boolean): Word[] {
    const stem = stemTerm(plain)
    const own = lexicon.has(stem) ? [stem] : []
    const isCertain = own.length > 0 && (lexicon.isDistinctive(stem) || isNumber(plain))
    if (isCertain || optional.has(stem)) return [{ written, stems: [stem], isBeginning: false }]
    const begun = isLast && corrected !== 'uncertain' ? lexicon.complete(plain) : []
    const stems = [...new Set([...own, ...begun])]
    if (stems.length > 0 && corrected !== 'uncertain') return [{ written, stems, isBeginning: begun.length > 0 }]
    tried += 1
    const meant = corrected !== 'nothing' && tried <= MAX_CORRECTIONS ? lexicon.correct(plain, isLast) : []
    if (meant.length > 0) isCorrected = true
    return meant.length > 0 ? meant : [{ written, stems: own, isBeginning: false }]
  }

  const words: Word[] = []
  const texts: string[] = []
  for (const token of typed) {
    const understood = matched.includes(token) ? understand(token, token === matched.at(-1)) : []
    words.push(...understood)
    texts.push(...(understood.length > 0 ? understood : [token]).map(({ written }) => written))
  }
  const isOptional = ({ stems }: Word): boolean => stems.some((stem) => optional.has(stem))
  // If the query has only optional words, they are required.
  const hasRequired = !words.every(isOptional)
  return {
    words: words.map((word) => ({ ...word, isOptional: hasRequired && !word.isBeginning && isOptional(word) })),
    text: texts.join(' '),
    isCorrected,
  }
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
