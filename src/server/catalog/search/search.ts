import { LRUCache } from 'lru-cache'

import type { Synonyms } from '#server/content/synonyms.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { FoundPage } from '#shared/product/search.ts'

import type { CategoryRecord } from '../records/records.ts'
import { offeredPhrases, type OfferedPhrase, phraseTerms, type PhraseTerm } from '../snapshot/offered-phrases.ts'
import { hasProduct } from '../snapshot/product-set.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { splitTerms } from '../spelling/split-terms.ts'
import { categoryNames, categoriesNamed, type NamedCategory, type CategoryName } from './category-names.ts'
import type { FindPages } from './find-pages.ts'
import { answerQuery, type Answered } from './find-products.ts'
import { createLexicon } from './lexicon.ts'
import { rankProducts, type RankedProducts } from './rank-products.ts'
import { thesaurusOf, type Thesaurus } from './thesaurus.ts'

interface Found extends RankedProducts {
  instead: string | null
  didYouMean: string | null
  isNearest: boolean
  marks: string[]
  categories: CategoryRecord[]
  pages: FoundPage[]
  asked: readonly AskedTerm[]
}

export type Search = ReturnType<typeof createSearch>

interface SynonymState {
  synonyms: Synonyms
  thesaurus: Thesaurus
  names: readonly CategoryName[]
  found: LRUCache<string, Found>
  /** For each offered phrase, whether it has results. The number of phrases limits the size. */
  canBeFound: Map<string, boolean>
}

const MAX_CACHED = 100
const MOST_MARKS = 60
/** Per query word that names the category; higher than the weight of any word of the product. */
const CATEGORY_BOOST = 700
/** If the query is the name of the category, so that its products come first. */
const WHOLE_CATEGORY_BOOST = 20_000
const SHORTEST_PREFIX = 2
const TITLES_PER_SUGGESTION = 4

const NOTHING: Found = {
  products: new Uint32Array(),
  featured: new Uint32Array(),
  instead: null,
  didYouMean: null,
  isNearest: false,
  marks: [],
  categories: [],
  pages: [],
  asked: [],
}

/** The synonyms and the content may change during the life of the snapshot. */
export function createSearch(snapshot: Snapshot, currentSynonyms: () => Synonyms, findPages: FindPages) {
  const { index, numberAt } = snapshot.search
  let state: SynonymState | undefined
  let phrases: readonly OfferedPhrase[] | undefined

  function currentState(): SynonymState {
    const synonyms = currentSynonyms()
    if (state?.synonyms === synonyms) return state
    const thesaurus = thesaurusOf(synonyms)
    const names = categoryNames(snapshot.categories, thesaurus.ignored)
    state = { synonyms, thesaurus, names, found: new LRUCache({ max: MAX_CACHED }), canBeFound: new Map() }
    return state
  }

  /** Pages are not cached, because the content may change at any time. */
  function find(query: string, locale: Locale): Found {
    const { found: cache } = currentState()
    const key = `${locale}\n${query}`
    const found = cache.get(key) ?? search(query, locale)
    cache.set(key, found)
    const isTolerant = found.featured.length === 0 || found.isNearest || found.instead !== null
    const { pages, isWhole } = findPages({ text: query, locale, isProductTerm, isTolerant })
    // Products of similar words are not meant if a page answers the query.
    return isWhole && isTolerant ? { ...NOTHING, pages } : { ...found, pages }
  }

  function isProductTerm(stem: string): boolean {
    const { words, optional } = currentState().thesaurus
    const languages = [...Object.values(index.languages), words]
    return optional.has(stem) || languages.some(({ byStem }) => byStem.get(stem)?.isDistinctive)
  }

  function search(query: string, locale: Locale): Found {
    const { thesaurus, names } = currentState()
    const lexicon = createLexicon(index, thesaurus, locale)
    const answered = answerQuery(query, lexicon, thesaurus, index.records.length)
    if (!answered) return NOTHING
    const { instead, didYouMean, isNearest } = answered
    const groups = categoriesNamed(answered, names)
    return {
      ...rankProducts(answered, numberAt, categoryBoost(groups)),
      instead,
      didYouMean,
      isNearest,
      marks: marksOf(answered, index.languages[locale].byStem),
      categories: groups.map(({ category }) => category),
      pages: [],
      asked: askedTerms(answered),
    }
  }

  function categoryBoost(groups: readonly NamedCategory[]): (place: number) => number {
    const boosts = groups.flatMap(({ category, words: wordCount, isAll }) => {
      const products = snapshot.listing.categories.get(category.handle)
      return products ? [{ products, boost: isAll ? WHOLE_CATEGORY_BOOST : wordCount * CATEGORY_BOOST }] : []
    })
    return (place) => {
      let most = 0
      for (const { products, boost } of boosts) if (boost > most && hasProduct(products, place)) most = boost
      return most
    }
  }

  function canBeFound(text: string, locale: Locale): boolean {
    const { canBeFound: cache } = currentState()
    const key = `${locale}\n${text}`
    const known = cache.get(key)
    if (known !== undefined) return known
    const { featured, isNearest } = search(text, locale)
    const hasResults = featured.length > 0 && !isNearest
    cache.set(key, hasResults)
    return hasResults
  }

  return {
    find,
    suggest(query: string, locale: Locale, limit: number) {
      if (query.length < SHORTEST_PREFIX) return []
      const { asked, featured } = find(query, locale)
      phrases ??= offeredPhrases(snapshot)
      const titles = [...featured.subarray(0, limit * TITLES_PER_SUGGESTION)].flatMap((place) => {
        return snapshot.products[place]?.words[locale].title ?? []
      })
      const finds = (text: string): boolean => canBeFound(text, locale)
      return suggest({ asked, typed: query.toLowerCase(), locale, limit, phrases, titles, finds })
    },
    suggestPages(query: string, locale: Locale) {
      if (query.length < SHORTEST_PREFIX) return []
      return findPages({ text: query, locale, isProductTerm, isBeginning: true }).pages
    },
  }
}

function marksOf({ parts }: Answered, own: ReadonlyMap<string, { forms: readonly string[] }>): string[] {
  const stems = parts.flatMap(({ alternatives }) => alternatives.flat(2).map(({ term }) => term.stem))
  return [...new Set([...new Set(stems)].flatMap((stem) => own.get(stem)?.forms ?? []))].slice(0, MOST_MARKS)
}

/** Returns the required words of the query. A query of one word also accepts its synonyms. */
function askedTerms({ reading, parts }: Answered): AskedTerm[] {
  const same =
    reading.words.length > 1 ? [] : parts.flatMap(({ names }) => names.filter(({ length }) => length === 1)).flat()
  return reading.words.flatMap(({ written, stems, isOptional }) => {
    if (isOptional || stems.length === 0) return []
    return [{ stems: new Set([...stems, ...same]), prefix: splitTerms(written)[0]?.plain ?? written }]
  })
}

interface AskedTerm {
  stems: ReadonlySet<string>
  /** The typed spelling, which may be unfinished. */
  prefix: string
}

interface SuggestionQuery {
  asked: readonly AskedTerm[]
  typed: string
  locale: Locale
  limit: number
  phrases: readonly OfferedPhrase[]
  titles: readonly string[]
  finds: (text: string) => boolean
}

export function suggest({ asked, typed, locale, limit, phrases, titles, finds }: SuggestionQuery): string[] {
  if (asked.length === 0) return []
  const isAnswered = (terms: readonly PhraseTerm[]): boolean =>
    asked.every(({ stems, prefix }) => terms.some(({ plain, stem }) => stems.has(stem) || plain.startsWith(prefix)))
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
