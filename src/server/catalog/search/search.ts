import { LRUCache } from 'lru-cache'

import type { Synonyms } from '#server/content/synonyms.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { FoundPage } from '#shared/product/search.ts'

import type { CategoryRecord, ProductRecord } from '../records/records.ts'
import { offeredPhrases, type OfferedPhrase, phraseTerms, type PhraseTerm } from '../snapshot/offered-phrases.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { splitTerms } from '../spelling/split-terms.ts'
import { categoryNames, categoriesNamed } from './category-names.ts'
import type { FindPages } from './find-pages.ts'
import { answerQuery } from './find-products.ts'
import { createLexicon } from './lexicon.ts'
import { createThesaurus } from './thesaurus.ts'

interface Found {
  /** The best first; equal scores in the shop's own order. */
  products: readonly ProductRecord[]
  instead: string | null
  didYouMean: string | null
  isNearest: boolean
  marks: string[]
  categories: CategoryRecord[]
  pages: FoundPage[]
  /** The required words; for the only word of a query, its synonyms too. `prefix` may be unfinished. */
  asked: readonly { stems: ReadonlySet<string>; prefix: string }[]
}

const MAX_CACHED = 100
const MOST_MARKS = 60
/** Per query word that names the category; higher than the weight of any word of the product. */
const CATEGORY_BOOST = 700
/** If the query is the name of the category, so that its products come first. */
const WHOLE_CATEGORY_BOOST = 20_000
/** Scores within one step count as equal. */
const SCORE_STEP = 16
const SHORTEST_PREFIX = 2
const TITLES_PER_SUGGESTION = 4

const NOTHING: Found = {
  products: [],
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
  const index = snapshot.search
  /** With the number of each product in the index. */
  const numbered = snapshot.products.map((product) => ({ product, number: index.numbers.get(product.id) ?? -1 }))
  let state: ReturnType<typeof createState> | undefined
  let phrases: readonly OfferedPhrase[] | undefined

  function createState(synonyms: Synonyms) {
    const thesaurus = createThesaurus(synonyms)
    return {
      synonyms,
      thesaurus,
      lexicon: createLexicon(index, thesaurus),
      names: categoryNames(snapshot.categories, thesaurus.ignored),
      found: new LRUCache<string, Found>({ max: MAX_CACHED }),
      /** For each offered phrase, whether it has results. The number of phrases limits the size. */
      canBeFound: new Map<string, boolean>(),
    }
  }

  function currentState() {
    const synonyms = currentSynonyms()
    if (state?.synonyms !== synonyms) state = createState(synonyms)
    return state
  }

  /** Pages are not cached, because the content may change at any time. */
  function find(query: string, locale: Locale): Found {
    const { found: cache } = currentState()
    const key = `${locale}\n${query}`
    const found = cache.get(key) ?? search(query, locale)
    cache.set(key, found)
    const isTolerant = found.products.length === 0 || found.isNearest || found.instead !== null
    const { pages, isWhole } = findPages({ text: query, locale, isProductTerm, isTolerant })
    // Products of similar words are not meant if a page answers the query.
    return isWhole && isTolerant ? { ...NOTHING, pages } : { ...found, pages }
  }

  function isProductTerm(stem: string): boolean {
    const { thesaurus, lexicon } = currentState()
    return thesaurus.optional.has(stem) || lexicon.isDistinctive(stem)
  }

  function search(query: string, locale: Locale): Found {
    const { thesaurus, lexicon, names } = currentState()
    const answered = answerQuery(query, index, lexicon, thesaurus)
    if (!answered) return NOTHING
    const { parts, reading, scores, instead, didYouMean, isNearest } = answered
    const categories = categoriesNamed(answered, names)
    const boosts = categories.map(({ category, words, isAll }) => ({
      products: new Set(snapshot.byCategory.get(category.handle)),
      boost: isAll ? WHOLE_CATEGORY_BOOST : words * CATEGORY_BOOST,
    }))
    const ranked = numbered.flatMap(({ product, number }) => {
      const score = scores[number] ?? 0
      if (score === 0) return []
      const boost = boosts.reduce((most, one) => (one.products.has(product) ? Math.max(most, one.boost) : most), 0)
      return { product, rank: Math.round((score + boost) / SCORE_STEP) }
    })
    const terms = parts.flatMap(({ alternatives }) => alternatives.flatMap((alternative) => alternative.terms))
    const same = parts.flatMap((part) => part.names.filter(({ length }) => length === 1)).flat()
    const forms = new Set(terms.flatMap((term) => [...term.forms]))
    return {
      products: ranked.toSorted((a, b) => b.rank - a.rank).map(({ product }) => product),
      instead,
      didYouMean,
      isNearest,
      marks: [...forms].filter((form) => index.forms[locale].has(form)).slice(0, MOST_MARKS),
      categories: categories.map(({ category }) => category),
      pages: [],
      asked: reading.words
        .filter(({ stems, isOptional }) => stems.length > 0 && !isOptional)
        .map(({ written, stems }) => ({
          stems: new Set(reading.words.length > 1 ? stems : [...stems, ...same]),
          prefix: splitTerms(written)[0]?.plain ?? written,
        })),
    }
  }

  function canBeFound(text: string, locale: Locale): boolean {
    const { canBeFound: cache } = currentState()
    const key = `${locale}\n${text}`
    const known = cache.get(key)
    if (known !== undefined) return known
    const { products, isNearest } = search(text, locale)
    const hasResults = products.length > 0 && !isNearest
    cache.set(key, hasResults)
    return hasResults
  }

  return {
    find,
    suggest(query: string, locale: Locale, limit: number): string[] {
      if (query.length < SHORTEST_PREFIX) return []
      const { asked, products } = find(query, locale)
      if (asked.length === 0) return []
      const isAnswered = (terms: readonly PhraseTerm[]): boolean =>
        asked.every(({ stems, prefix }) => terms.some(({ plain, stem }) => stems.has(stem) || plain.startsWith(prefix)))
      phrases ??= offeredPhrases(snapshot)
      const typed = query.toLowerCase()
      const offered = phrases
        .filter(({ words }) => isAnswered(words))
        .map((phrase) => ({ ...phrase, begins: phrase.text[locale].startsWith(typed) ? 1 : 0 }))
        .toSorted((a, b) => b.begins - a.begins || b.rank - a.rank || b.size - a.size)
      const suggestions = new Map<string, string>()
      for (const { text } of offered) {
        if (suggestions.size === limit) break
        if (canBeFound(text[locale], locale)) suggestions.set(text[locale].toLowerCase(), text[locale])
      }
      for (const { words } of products.slice(0, limit * TITLES_PER_SUGGESTION)) {
        const { title } = words[locale]
        const isNew = suggestions.size < limit && !suggestions.has(title.toLowerCase())
        if (isNew && isAnswered(phraseTerms(title))) suggestions.set(title.toLowerCase(), title)
      }
      return [...suggestions.values()]
    },
    suggestPages(query: string, locale: Locale): FoundPage[] {
      return query.length < SHORTEST_PREFIX
        ? []
        : findPages({ text: query, locale, isProductTerm, isBeginning: true }).pages
    },
  }
}
