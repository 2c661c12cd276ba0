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
import { shelfNames, shelvesNamed, type NamedShelf } from './shelf-names.ts'
import { thesaurusOf } from './thesaurus.ts'

/** What was found for a query, in the order of relevance; not yet narrowed or turned to a page. */
export interface Found extends RankedPieces {
  instead: string | null
  did_you_mean: string | null
  is_nearest: boolean
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

/** A bounded memory of queries: a snapshot's, gone with it. */
const MOST_KEPT = 100
/** What is shorter may become anything. */
const SHORTEST_BEGINNING = 2
const MOST_MARKS = 60
/** What the name of its shelf is worth to a piece, more than any word of its own. */
const SHELF = 700

/** @param wordsNow what the operator says of words, which may change while the snapshot stays */
export function createSearch(snapshot: Snapshot, wordsNow: () => SearchWords): Search {
  const { index, numberAt } = snapshot.search
  const kept = new Map<string, Found>()
  const findable = new Map<string, boolean>()
  let phrases: readonly OfferedPhrase[] | undefined
  let words: SearchWords | undefined

  function open(locale: Locale) {
    const now = wordsNow()
    if (now !== words) {
      kept.clear()
      findable.clear()
    }
    words = now
    const thesaurus = thesaurusOf(now)
    return { thesaurus, lexicon: createLexicon(index, thesaurus, locale) }
  }

  function look(query: string, locale: Locale): Found {
    const { thesaurus, lexicon } = open(locale)
    const answered = answerQuery(query, lexicon, thesaurus, index.records.length)
    if (!answered) return NOTHING
    const shelves = shelvesNamed(answered.parts, shelfNames(snapshot.categories, thesaurus.ignored))
    return {
      ...rankPieces(answered, numberAt, boostBy(shelves)),
      instead: answered.instead,
      did_you_mean: null,
      is_nearest: answered.isNearest,
      marks: marksOf(answered, index.languages[locale].byStem),
      shelves: shelves.map(({ category }) => category),
      asked: askedWords(answered),
    }
  }

  function boostBy(shelves: readonly NamedShelf[]): (place: number) => number {
    const sets = shelves.flatMap(({ category, words: named }) => {
      const pieces = snapshot.listing.categories.get(category.handle)
      return pieces ? [{ pieces, worth: named * SHELF }] : []
    })
    return (place) =>
      sets.reduce((most, { pieces, worth }) => (hasPiece(pieces, place) ? Math.max(most, worth) : most), 0)
  }

  function find(query: string, locale: Locale): Found {
    open(locale)
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

  /** There are not many that are asked about: those that we offer ourselves. */
  function canBeFound(text: string, locale: Locale): boolean {
    const key = `${locale}\n${text}`
    const known = findable.get(key)
    if (known !== undefined) return known
    const { featured, is_nearest: isNearest } = look(text, locale)
    const is = featured.length > 0 && !isNearest
    findable.set(key, is)
    return is
  }

  return {
    find,
    suggest(query, locale, limit) {
      if (query.length < SHORTEST_BEGINNING) return []
      const { asked, featured } = find(query, locale)
      phrases ??= offeredPhrases(snapshot)
      const found = Array.from(
        featured.subarray(0, limit * 4),
        (place) => snapshot.products[place]?.words[locale].title,
      )
      return suggest({
        asked,
        typed: query.toLowerCase(),
        locale,
        limit,
        phrases,
        titles: found.filter((title) => title !== undefined),
        finds: (text) => canBeFound(text, locale),
      })
    },
  }
}

const NOTHING: Found = {
  pieces: new Uint32Array(),
  featured: new Uint32Array(),
  instead: null,
  did_you_mean: null,
  is_nearest: false,
  marks: [],
  shelves: [],
  asked: [],
}

function marksOf({ parts }: Answered, own: ReadonlyMap<string, { forms: readonly string[] }>): string[] {
  const stems = parts.flatMap(({ ways }) => ways.flat(2).map(({ term }) => term.stem))
  const forms = [...new Set(stems)].flatMap((stem) => own.get(stem)?.forms ?? [])
  return forms.slice(0, MOST_MARKS)
}

/** What means the same answers too; of a word that a piece need not have nothing is asked. */
function askedWords({ reading, parts }: Answered): AskedWord[] {
  const same = parts.flatMap(({ names }) => names.filter(({ length }) => length === 1)).flat()
  return reading.words.flatMap(({ written, stems, isBeginning, isOptional }) => {
    if (isOptional || stems.length === 0) return []
    const beginning = splitWords(written)[0]?.plain ?? written
    return [{ stems: new Set(isBeginning || reading.words.length > 1 ? stems : [...stems, ...same]), beginning }]
  })
}
