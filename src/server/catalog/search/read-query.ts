import { isNumber, splitQuery, type Word } from '#server/spelling/split-words.ts'
import { stemWord } from '#server/spelling/stem-word.ts'

import type { Lexicon } from './lexicon.ts'
import type { Thesaurus } from './thesaurus.ts'

/** A word of a query, as it is understood. */
export interface ReadWord {
  /** As it is shown to whoever typed it. */
  written: string
  /** What it may stand for; none where it is not known. */
  stems: readonly string[]
  /** Whether it is only the beginning of what it stands for. */
  isBeginning: boolean
  isOptional: boolean
}

/** One way to understand a query. */
export interface QueryReading {
  words: readonly ReadWord[]
  /** All of it as it is understood, with the words that say nothing. */
  text: string
  /** Whether a word is other than it was typed. */
  isMended: boolean
}

/** Nobody means so many; a longer text is read up to here. */
const MOST_WORDS = 16
const MOST_MENDED = 5

/** How far a reading may go from what was typed. */
export interface Liberties {
  /** Whether words that are not known may be taken for others. */
  mends: boolean
  /** Whether words that are known may be too, where they name no pieces. */
  doubts: boolean
}

type Understood = Omit<ReadWord, 'isOptional'>

/** Reads a query word by word. */
export function readQuery(
  text: string,
  lexicon: Lexicon,
  { ignored, optional }: Thesaurus,
  { mends, doubts }: Liberties,
): QueryReading {
  const typed = distinct(joinKnown(splitQuery(text), lexicon)).slice(0, MOST_WORDS)
  const telling = typed.filter(({ plain }) => !ignored.has(plain))
  const kept = telling.length > 0 ? telling : typed
  const texts: string[] = []
  let tried = 0
  let mended = 0

  function asTyped({ plain, written }: Word, isLast: boolean): Understood | undefined {
    const stem = stemWord(plain)
    const isKnown = lexicon.has(stem)
    const whole = { written, stems: [stem], isBeginning: false }
    if ((isKnown && (lexicon.isTelling(stem) || isNumber(plain))) || optional.has(stem)) return whole
    if (doubts) return undefined
    const begun = isLast ? lexicon.completions(plain).map((known) => known.stem) : []
    const stems = [...new Set(isKnown ? [stem, ...begun] : begun)]
    return stems.length > 0 ? { written, stems, isBeginning: begun.length > 0 } : undefined
  }

  function asMeant({ plain }: Word, isLast: boolean): Understood[] {
    if (!mends || tried === MOST_MENDED) return []
    tried += 1
    const begun = isLast ? lexicon.soundCompletions(plain) : []
    const [likeliest] = begun
    if (likeliest) return [{ written: likeliest.written, stems: begun.map(({ stem }) => stem), isBeginning: true }]
    const [respelt] = lexicon.respellings(plain)
    const meant = lexicon.split(plain) ?? (respelt ? [respelt] : (lexicon.splitRespelt(plain) ?? []))
    return meant.map(({ stem, written }) => ({ written, stems: [stem], isBeginning: false }))
  }

  function understand(word: Word): Understood[] {
    const isLast = word === kept.at(-1)
    const known = asTyped(word, isLast)
    if (known) return [known]
    const meant = asMeant(word, isLast)
    if (meant.length > 0) mended += 1
    const stem = stemWord(word.plain)
    const asItIs = { written: word.written, stems: lexicon.has(stem) ? [stem] : [], isBeginning: false }
    return meant.length > 0 ? meant : [asItIs]
  }

  const words = typed.flatMap((word) => {
    const understood = kept.includes(word) ? understand(word) : []
    texts.push(...(understood.length > 0 ? understood : [word]).map(({ written }) => written))
    return understood
  })
  return { words: markOptional(words, optional), text: texts.join(' '), isMended: mended > 0 }
}

/** A word that a piece need not have is needed after all where nothing else was asked for. */
function markOptional(words: readonly Understood[], optional: ReadonlySet<string>): ReadWord[] {
  const isOptional = ({ stems }: Understood): boolean => stems.some((stem) => optional.has(stem))
  const isAll = words.every(isOptional)
  return words.map((word) => ({ ...word, isOptional: !isAll && !word.isBeginning && isOptional(word) }))
}

/** ear rings, neck lace: neighbours that are one word. */
function joinKnown(words: readonly Word[], lexicon: Lexicon): Word[] {
  const joined: Word[] = []
  for (const word of words) {
    const before = joined.at(-1)
    const together = before && { written: before.written + word.written, plain: before.plain + word.plain }
    const isOne = together && !/\d/.test(together.plain) && lexicon.hasForm(together.plain)
    if (isOne) joined.splice(-1, 1, together)
    else joined.push(word)
  }
  return joined
}

function distinct(words: readonly Word[]): Word[] {
  return [...new Map(words.map((word) => [word.plain, word])).values()]
}
