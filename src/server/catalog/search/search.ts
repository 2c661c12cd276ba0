import { splitWords } from '#server/spelling/split-words.ts'
import type { Locale } from '#shared/i18n/locale.ts'

import { hasPiece } from '../listing/piece-set.ts'
import type { CategoryRecord } from '../records.ts'
import type { Snapshot } from '../snapshot.ts'
import { offeredPhrases, type OfferedPhrase } from '../suggestions/offered-phrases.ts'
import { suggest, type AskedWord } from '../suggestions/suggest.ts'
import { answerQuery, type Answered } from './find-pieces.ts'
import { createLexicon } from './lexicon.ts'
import { rankPieces, type RankedPieces } from './rank-pieces.ts'
import type { SearchWords } from './search-words.ts'
import { shelfNames, shelvesNamed, type NamedShelf, type ShelfName } from './shelf-names.ts'
import { thesaurusOf, type Thesaurus } from './thesaurus.ts'

/** What was found for a query, in the order of relevance; not yet narrowed or turned to a page. */
export interface Found extends RankedPieces {
  instead: string | null
  didYouMean: string | null
  isNearest: boolean
  marks: string[]
  shelves: CategoryRecord[]
  /** What was typed, word by word; none where nothing is known. */
  asked: readonly AskedWord[]
}

/** Looks for pieces of one snapshot. */
export interface Search {
  find(query: string, locale: Locale): Found
  suggest(query: string, locale: Locale, limit: number): string[]
}

/** What the operator says of words now, and what was found by it. */
interface Opened {
  words: SearchWords
  thesaurus: Thesaurus
  names: readonly ShelfName[]
  /** The last few queries. */
  found: Map<string, Found>
  /** Of the phrases that we offer. */
  canBeFound: Map<string, boolean>
}

/** Kept of what visitors ask: so many, until the snapshot goes. */
const MOST_KEPT = 100
const MOST_MARKS = 60
/** What the name of its shelf is worth to a piece: more than any word of its own. */
const SHELF = 700
/** And to one that stands on the shelf which is all that is looked for: it comes before any other. */
const WHOLE_SHELF = 20_000
/** What is shorter may become anything. */
const SHORTEST_BEGINNING = 2
/** So many pieces are asked for their names, for each that may be offered. */
const TITLES = 4

const NOTHING: Found = {
  pieces: new Uint32Array(),
  featured: new Uint32Array(),
  instead: null,
  didYouMean: null,
  isNearest: false,
  marks: [],
  shelves: [],
  asked: [],
}

/** @param wordsNow what the operator says of words, which may change while the snapshot stays */
export function createSearch(snapshot: Snapshot, wordsNow: () => SearchWords): Search {
  const { index, numberAt } = snapshot.search
  let opened: Opened | undefined
  let phrases: readonly OfferedPhrase[] | undefined

  function open(): Opened {
    const words = wordsNow()
    if (opened?.words === words) return opened
    const thesaurus = thesaurusOf(words)
    const names = shelfNames(snapshot.categories, thesaurus.ignored)
    opened = { words, thesaurus, names, found: new Map(), canBeFound: new Map() }
    return opened
  }

  function find(query: string, locale: Locale): Found {
    const { found: kept } = open()
    const key = `${locale}\n${query}`
    const found = kept.get(key) ?? look(query, locale)
    kept.delete(key)
    kept.set(key, found)
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_KEPT) break
      kept.delete(oldest)
    }
    return found
  }

  function look(query: string, locale: Locale): Found {
    const { thesaurus, names } = open()
    const lexicon = createLexicon(index, thesaurus, locale)
    const answered = answerQuery(query, lexicon, thesaurus, index.records.length)
    if (!answered) return NOTHING
    const { instead, didYouMean, isNearest } = answered
    const shelves = shelvesNamed(answered, names)
    return {
      ...rankPieces(answered, numberAt, worthOfShelf(shelves)),
      instead,
      didYouMean,
      isNearest,
      marks: marksOf(answered, index.languages[locale].byStem),
      shelves: shelves.map(({ category }) => category),
      asked: askedWords(answered),
    }
  }

  function worthOfShelf(shelves: readonly NamedShelf[]): (place: number) => number {
    const worths = shelves.flatMap(({ category, words, isAll }) => {
      const pieces = snapshot.listing.categories.get(category.handle)
      return pieces ? [{ pieces, worth: isAll ? WHOLE_SHELF : words * SHELF }] : []
    })
    return (place) => {
      let most = 0
      for (const { pieces, worth } of worths) if (worth > most && hasPiece(pieces, place)) most = worth
      return most
    }
  }

  /** There are not many that are asked about: those that we offer ourselves. */
  function canBeFound(text: string, locale: Locale): boolean {
    const { canBeFound: known } = open()
    const key = `${locale}\n${text}`
    const { featured, isNearest } = known.has(key) ? NOTHING : look(text, locale)
    const is = known.get(key) ?? (featured.length > 0 && !isNearest)
    known.set(key, is)
    return is
  }

  return {
    find,
    suggest(query, locale, limit) {
      if (query.length < SHORTEST_BEGINNING) return []
      const { asked, featured } = find(query, locale)
      phrases ??= offeredPhrases(snapshot)
      const titles = [...featured.subarray(0, limit * TITLES)].flatMap((place) => {
        return snapshot.products[place]?.words[locale].title ?? []
      })
      const finds = (text: string): boolean => canBeFound(text, locale)
      return suggest({ asked, typed: query.toLowerCase(), locale, limit, phrases, titles, finds })
    },
  }
}

function marksOf({ parts }: Answered, own: ReadonlyMap<string, { forms: readonly string[] }>): string[] {
  const stems = parts.flatMap(({ ways }) => ways.flat(2).map(({ term }) => term.stem))
  return [...new Set([...new Set(stems)].flatMap((stem) => own.get(stem)?.forms ?? []))].slice(0, MOST_MARKS)
}

/** A word that means the same answers too; of one that a piece need not have nothing is asked. */
function askedWords({ reading, parts }: Answered): AskedWord[] {
  const same =
    reading.words.length > 1 ? [] : parts.flatMap(({ names }) => names.filter(({ length }) => length === 1)).flat()
  return reading.words.flatMap(({ written, stems, isOptional }) => {
    if (isOptional || stems.length === 0) return []
    return [{ stems: new Set([...stems, ...same]), beginning: splitWords(written)[0]?.plain ?? written }]
  })
}
