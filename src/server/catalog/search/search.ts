import type { Synonyms } from '#server/content/synonyms.ts'
import type { Locale } from '#shared/i18n/locale.ts'

import type { CategoryRecord } from '../records/records.ts'
import { offeredPhrases, type OfferedPhrase, phraseTerms, type PhraseTerm } from '../snapshot/offered-phrases.ts'
import { hasProduct } from '../snapshot/product-set.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { splitTerms } from '../spelling/split-terms.ts'
import { categoryNames, categoriesNamed, type NamedCategory, type CategoryName } from './category-names.ts'
import { answerQuery, type Answered } from './find-products.ts'
import { createLexicon } from './lexicon.ts'
import { rankProducts, type RankedProducts } from './rank-products.ts'
import { thesaurusOf, type Thesaurus } from './thesaurus.ts'

/** What was found for a query, in the order of relevance; not yet narrowed or turned to a page. */
interface Found extends RankedProducts {
  instead: string | null
  didYouMean: string | null
  isNearest: boolean
  marks: string[]
  categories: CategoryRecord[]
  /** What was typed, word by word; none where nothing is known. */
  asked: readonly AskedTerm[]
}

/** Looks for products of one snapshot. */
export interface Search {
  find(query: string, locale: Locale): Found
  suggest(query: string, locale: Locale, limit: number): string[]
}

/** What the operator says of words now, and what was found by it. */
interface Opened {
  words: Synonyms
  thesaurus: Thesaurus
  names: readonly CategoryName[]
  /** The last few queries. */
  found: Map<string, Found>
  /** Of the phrases that we offer. */
  canBeFound: Map<string, boolean>
}

/** Kept of what visitors ask: so many, until the snapshot goes. */
const MAX_CACHED = 100
const MOST_MARKS = 60
/** What the name of its shelf is worth to a product: more than any word of its own. */
const CATEGORY = 700
/** And to one that stands on the shelf which is all that is looked for: it comes before any other. */
const WHOLE_CATEGORY = 20_000
/** What is shorter may become anything. */
const SHORTEST_BEGINNING = 2
/** So many products are asked for their names, for each that may be offered. */
const TITLES = 4

const NOTHING: Found = {
  products: new Uint32Array(),
  featured: new Uint32Array(),
  instead: null,
  didYouMean: null,
  isNearest: false,
  marks: [],
  categories: [],
  asked: [],
}

/** @param termsNow what the operator says of words, which may change while the snapshot stays */
export function createSearch(snapshot: Snapshot, termsNow: () => Synonyms): Search {
  const { index, numberAt } = snapshot.search
  let opened: Opened | undefined
  let phrases: readonly OfferedPhrase[] | undefined

  function open(): Opened {
    const terms = termsNow()
    if (opened?.words === terms) return opened
    const thesaurus = thesaurusOf(terms)
    const names = categoryNames(snapshot.categories, thesaurus.ignored)
    opened = { words: terms, thesaurus, names, found: new Map(), canBeFound: new Map() }
    return opened
  }

  function find(query: string, locale: Locale): Found {
    const { found: cached } = open()
    const key = `${locale}\n${query}`
    const found = cached.get(key) ?? look(query, locale)
    cached.delete(key)
    cached.set(key, found)
    for (const oldest of cached.keys()) {
      if (cached.size <= MAX_CACHED) break
      cached.delete(oldest)
    }
    return found
  }

  function look(query: string, locale: Locale): Found {
    const { thesaurus, names } = open()
    const lexicon = createLexicon(index, thesaurus, locale)
    const answered = answerQuery(query, lexicon, thesaurus, index.records.length)
    if (!answered) return NOTHING
    const { instead, didYouMean, isNearest } = answered
    const groups = categoriesNamed(answered, names)
    return {
      ...rankProducts(answered, numberAt, worthOfCategory(groups)),
      instead,
      didYouMean,
      isNearest,
      marks: marksOf(answered, index.languages[locale].byStem),
      categories: groups.map(({ category }) => category),
      asked: askedTerms(answered),
    }
  }

  function worthOfCategory(groups: readonly NamedCategory[]): (place: number) => number {
    const worths = groups.flatMap(({ category, words: terms, isAll }) => {
      const items = snapshot.listing.categories.get(category.handle)
      return items ? [{ products: items, worth: isAll ? WHOLE_CATEGORY : terms * CATEGORY }] : []
    })
    return (place) => {
      let most = 0
      for (const { products: items, worth } of worths) if (worth > most && hasProduct(items, place)) most = worth
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

/** A word that means the same answers too; of one that a product need not have nothing is asked. */
function askedTerms({ reading, parts }: Answered): AskedTerm[] {
  const same =
    reading.words.length > 1 ? [] : parts.flatMap(({ names }) => names.filter(({ length }) => length === 1)).flat()
  return reading.words.flatMap(({ written, stems, isOptional }) => {
    if (isOptional || stems.length === 0) return []
    return [{ stems: new Set([...stems, ...same]), beginning: splitTerms(written)[0]?.plain ?? written }]
  })
}

/** A word of what was typed, as it was understood. */
interface AskedTerm {
  /** Which words answer it, whatever their endings. */
  stems: ReadonlySet<string>
  /** How it is written, or as far as it is. */
  beginning: string
}

interface SuggestionQuery {
  asked: readonly AskedTerm[]
  /** What was typed, lower case. */
  typed: string
  locale: Locale
  limit: number
  phrases: readonly OfferedPhrase[]
  /** Names of the products that were found, the best first. */
  titles: readonly string[]
  /** Whether a phrase finds something when it is looked for. */
  finds: (text: string) => boolean
}

/** Completions of what was typed, the likeliest first; none that leads to an empty page. */
export function suggest({ asked, typed, locale, limit, phrases, titles, finds }: SuggestionQuery): string[] {
  if (asked.length === 0) return []
  const isAnswered = (terms: readonly PhraseTerm[]): boolean =>
    asked.every(({ stems, beginning }) =>
      terms.some(({ plain, stem }) => stems.has(stem) || plain.startsWith(beginning)),
    )
  const answering = phrases
    .filter(({ words: terms }) => isAnswered(terms))
    .map((phrase) => ({ ...phrase, begins: phrase.text[locale].startsWith(typed) ? 1 : 0 }))
    .toSorted((a, b) => b.begins - a.begins || b.rank - a.rank || b.size - a.size)
  const suggestions = new Map<string, string>()
  const offer = (text: string): void => {
    if (suggestions.size < limit && !suggestions.has(text.toLowerCase())) suggestions.set(text.toLowerCase(), text)
  }
  for (const { text } of answering) if (suggestions.size < limit && finds(text[locale])) offer(text[locale])
  for (const title of titles) if (isAnswered(phraseTerms(title))) offer(title)
  return [...suggestions.values()]
}
