import SearchableMap from 'minisearch/SearchableMap'

import { isElement, type ContentBody, type ContentDocument, type ContentNode } from '#content/document.ts'
import { plainText } from '#content/document/markdown/plain-text.ts'
import type { ContentLibrary } from '#server/content/content-library.ts'
import { isPageKeywordFile, readPageKeywords, type PageKeywords } from '#server/content/page-keywords.ts'
import { LOCALES, type Locale } from '#shared/i18n/locale.ts'
import type { FoundPage } from '#shared/product/search.ts'
import { shorten } from '#shared/text/shorten.ts'

import { splitTerms, stemTerm } from '../spelling/split-terms.ts'
import { onOtherKeyboard } from './find-products.ts'
import { swaps, typosIn } from './respell.ts'

export interface PageQuery {
  /** The query without its price. */
  text: string
  locale: Locale
  /** Whether a stem names products. Such words alone find no page, except by its search words. */
  isProductTerm: (stem: string) => boolean
  /** Whether texts are searched and typos are corrected too, because the query finds no product. */
  isTolerant?: boolean
  /** Whether the last word may be unfinished. */
  isBeginning?: boolean
}

export interface PagesFound {
  /** The best first, one place of a page at most. */
  pages: FoundPage[]
  /** Whether a page answers every word of the query as typed, so that products of similar words are not meant. */
  isWhole: boolean
}

export type FindPages = (query: PageQuery) => PagesFound

export const NO_PAGES: FindPages = () => ({ pages: [], isWhole: false })

const MOST_PAGES = 3
const MOST_TERMS = 16
const LONGEST_TEXT = 180
const SHORTEST_BEGINNING = 3
const SHORTEST_RESPELT = 5
/** After these words a query asks about products, and does not look for them. */
const INTERROGATIVE = /^(?:what|how|why|is|are|does|can|что|как|почему|чем|можно)\s/iu
const MOST_BEGINNINGS = 8

const WORTH = { keyword: 6, title: 5, heading: 3, text: 0 }

interface PagePhrase {
  place: keyof typeof WORTH
  text: string
  stems: ReadonlySet<string>
}

interface Entry extends FoundPage {
  /** The path of the page and the number of the section, which are the same in each language. */
  key: string
  phrases: readonly PagePhrase[]
}

interface PageIndex {
  entries: Record<Locale, readonly Entry[]>
  vocabulary: SearchableMap<true>
  stemsOf: (text: string) => Set<string>
}

export function createPageSearch(library: Pick<ContentLibrary, 'version' | 'documents'>): FindPages {
  let version: string | undefined
  let index: PageIndex | undefined
  return (query) => {
    if (!index || library.version !== version) index = indexPages(library.documents())
    version = library.version
    return findPages(index, query)
  }
}

function findPages(index: PageIndex, asking: PageQuery): PagesFound {
  const query = INTERROGATIVE.test(asking.text) ? { ...asking, isProductTerm: () => false } : asking
  const asked = index.stemsOf(query.text)
  if (asked.size === 0 || asked.size > MOST_TERMS) return { pages: [], isWhole: false }
  const exact = rank(index, asked, query)
  if (exact.pages.length > 0) return exact
  const others = query.isBeginning
    ? completed(index, query.text)
    : query.isTolerant
      ? [respelt(index, query.text), onOtherKeyboard(query.text) ?? '']
      : []
  for (const other of others) {
    const { pages } = rank(index, index.stemsOf(other), query)
    if (pages.length > 0) return { pages, isWhole: false }
  }
  return query.isTolerant ? rank(index, asked, query, true) : exact
}

function rank({ entries }: PageIndex, asked: ReadonlySet<string>, query: PageQuery, inText = false): PagesFound {
  const scored = entries[query.locale]
    .map((entry) => ({ entry, score: scoreOf(entry, asked, query, inText) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
  const best = new Map<string, FoundPage>()
  for (const { entry } of scored) {
    const [path = ''] = entry.path.split('#')
    if (!best.has(path)) best.set(path, { path: entry.path, title: entry.title, text: entry.text })
  }
  const first = scored[0]?.entry.phrases ?? []
  const isWhole = first.some(({ place, stems }) => place !== 'text' && isInside(asked, stems) && isInside(stems, asked))
  return { pages: [...best.values()].slice(0, MOST_PAGES), isWhole }
}

function scoreOf(
  { phrases }: Entry,
  asked: ReadonlySet<string>,
  { isProductTerm }: PageQuery,
  inText: boolean,
): number {
  const isOfProducts = (stems: ReadonlySet<string>): boolean => [...stems].every(isProductTerm)
  let most = 0
  for (const { place, stems } of phrases) {
    if (place === 'text' && !inText) continue
    if (place !== 'keyword' && isOfProducts(asked)) continue
    // The query says the whole phrase, or the phrase says the whole query.
    const isNamed = place !== 'text' && isInside(stems, asked) && (place === 'keyword' || !isOfProducts(stems))
    const isNear = place === 'keyword' || stems.size * 2 >= asked.size
    const isPart = isInside(asked, stems) && !isOfProducts(asked)
    const matched = isNamed && isNear ? stems.size : isPart ? asked.size : 0
    if (matched === 0) continue
    most = Math.max(most, place === 'text' ? 1 : matched * 10 + WORTH[place] - Math.max(0, stems.size - asked.size))
  }
  return most
}

function isInside(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  for (const stem of part) if (!whole.has(stem)) return false
  return part.size > 0
}

function respelt({ vocabulary }: PageIndex, query: string): string {
  const corrected = splitTerms(query).map(({ plain }) => {
    if (vocabulary.has(plain) || plain.length < SHORTEST_RESPELT) return plain
    const swapped = swaps(plain).find((other) => vocabulary.has(other))
    const near = [...vocabulary.fuzzyGet(plain, typosIn(plain))]
      .filter(([other]) => other[0] === plain[0])
      .toSorted(([, [, a]], [, [, b]]) => a - b)
    return swapped ?? near[0]?.[0] ?? plain
  })
  return corrected.join(' ')
}

function completed({ vocabulary }: PageIndex, query: string): string[] {
  const terms = splitTerms(query).map(({ plain }) => plain)
  const last = terms.pop() ?? ''
  if (last.length < SHORTEST_BEGINNING) return []
  return [...vocabulary.atPrefix(last).keys()].slice(0, MOST_BEGINNINGS).map((word) => [...terms, word].join(' '))
}

function indexPages(documents: readonly ContentDocument[]): PageIndex {
  const keywords = readPageKeywords(documents.filter(isPageKeywordFile))
  const stemsOf = createStemmer(keywords)
  const entries = Object.fromEntries(
    LOCALES.map((locale) => [locale, entriesOf(documents, keywords, locale, stemsOf)]),
  ) as unknown as Record<Locale, Entry[]>
  // Another language of a page is found by its own words too, and shown in the language of the visitor.
  for (const locale of LOCALES) entries[locale] = withOtherLanguages(entries, locale)
  const vocabulary = new SearchableMap<true>()
  const texts = Object.values(entries).flatMap((of) => of.flatMap(({ phrases }) => phrases))
  const phrases = texts.flatMap(({ place, text }) => (place === 'text' ? [] : [text]))
  for (const { plain } of splitTerms([...phrases, ...keywords.same.flat()].join(' '))) vocabulary.set(plain, true)
  return { entries, vocabulary, stemsOf }
}

function withOtherLanguages(entries: Record<Locale, readonly Entry[]>, locale: Locale): Entry[] {
  const others = LOCALES.filter((other) => other !== locale).flatMap((other) => entries[other])
  return entries[locale].map((entry) => ({
    ...entry,
    phrases: [...entry.phrases, ...others.filter(({ key }) => key === entry.key).flatMap(({ phrases }) => phrases)],
  }))
}

function entriesOf(
  documents: readonly ContentDocument[],
  { pages: found }: PageKeywords,
  locale: Locale,
  stemsOf: (text: string) => Set<string>,
): Entry[] {
  const phrase = (place: PagePhrase['place'], text: string): PagePhrase => ({ place, text, stems: stemsOf(text) })
  const own = found.filter((page) => page.locale === locale)
  const pages = documents.filter((document) => document._locale === locale && isPage(document))
  const content = pages.flatMap((document): Entry[] => {
    const { _path: path, title, description = '', body } = document
    const keywords = [
      ...own.filter((page) => page.path === path).flatMap((page) => page.keywords),
      ...textsOf(document['keywords']),
    ]
    const sections = sectionsOf((body as ContentBody).children)
    return [
      {
        key: path,
        path,
        title,
        text: description,
        phrases: [
          phrase('title', title),
          ...keywords.map((keyword) => phrase('keyword', keyword)),
          phrase('text', description),
        ],
      },
      ...sections.map(({ id, heading, text, whole }, nth) => ({
        key: `${path}#${nth}`,
        path: `${path}#${id}`,
        title: heading,
        text,
        phrases: [
          phrase('heading', heading),
          phrase('text', `${heading} ${whole}`),
          ...own
            .filter((page) => page.path === `${path}#${id}`)
            .flatMap((page) => page.keywords.map((keyword) => phrase('keyword', keyword))),
        ],
      })),
    ]
  })
  const known = new Set(content.map(({ path }) => path))
  const others = own.flatMap(({ path, title, text, keywords }): Entry[] =>
    title === undefined || known.has(path)
      ? []
      : [
          {
            key: path,
            path,
            title,
            text,
            phrases: [phrase('title', title), ...keywords.map((keyword) => phrase('keyword', keyword))],
          },
        ],
  )
  return [...content, ...others]
}

function isPage({ _type, _partial, _draft, _path, redirect }: ContentDocument): boolean {
  return _type === 'markdown' && !_partial && !_draft && _path !== '/' && redirect === undefined
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

const NUMBERING = /^\d+\.\s+/

interface Section {
  id: string
  heading: string
  text: string
  whole: string
}

/** The questions of a part are sections too. */
function sectionsOf(nodes: readonly ContentNode[]): Section[] {
  const sections: Section[] = []
  for (const node of nodes) {
    if (!isElement(node)) continue
    const { tag, props, children } = node
    const last = sections.at(-1)
    if (/^h[23]$/.test(tag) && typeof props['id'] === 'string') {
      sections.push({ id: props['id'], heading: plainText(children).replace(NUMBERING, ''), text: '', whole: '' })
    } else if (/^(?:p|ul|ol|table|blockquote)$/.test(tag)) {
      const text = children
        .map((child) => plainText([child]))
        .join(' ')
        .replaceAll(/\s+/g, ' ')
        .trim()
      if (last && tag === 'p' && last.text === '') last.text = shorten(text, LONGEST_TEXT)
      if (last) last.whole += ` ${text}`
    } else {
      sections.push(...sectionsOf(children))
    }
  }
  return sections.filter(({ text }) => text !== '')
}

/** Words that mean the same have one stem. */
function createStemmer({ same, ignored }: PageKeywords): (text: string) => Set<string> {
  const stop = new Set(ignored.flatMap((text) => splitTerms(text).map(({ plain }) => plain)))
  const stems = (text: string): string[] =>
    splitTerms(text).flatMap(({ plain }) => (stop.has(plain) ? [] : [stemTerm(plain)]))
  const groups = same
    .flatMap((group) => group.map((text) => ({ phrase: [...new Set(stems(text))], stem: `=${group[0] ?? ''}` })))
    .filter(({ phrase }) => phrase.length > 0)
    .toSorted((a, b) => b.phrase.length - a.phrase.length)
  return (text) => {
    const found = new Set(stems(text))
    for (const { phrase, stem } of groups) {
      if (!phrase.every((one) => found.has(one))) continue
      for (const one of phrase) found.delete(one)
      found.add(stem)
    }
    return found
  }
}
