import SearchableMap from 'minisearch/SearchableMap'

import { isElement, type ContentBody, type ContentDocument, type ContentNode } from '#content/document.ts'
import { plainText } from '#content/document/markdown/plain-text.ts'
import type { ContentLibrary } from '#server/content/content-library.ts'
import { isPageKeywordFile, readPageKeywords, type PageKeywords } from '#server/content/page-keywords.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { FoundPage } from '#shared/product/search.ts'
import { shorten } from '#shared/text/shorten.ts'

import { onOtherKeyboard } from '../spelling/other-keyboard.ts'
import { splitTerms, stemTerm } from '../spelling/split-terms.ts'
import { nearIn } from '../spelling/typos.ts'

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
const MOST_BEGINNINGS = 8
/** After these words a query asks about products, and does not look for them. */
const INTERROGATIVE = /^(?:what|how|why|is|are|does|can|что|как|почему|чем|можно)\s/iu
const WORTH = { keyword: 6, title: 5, heading: 3, text: 0 }

type Stems = ReadonlySet<string>
type Text = readonly [place: keyof typeof WORTH, text: string]

interface Entry extends FoundPage {
  locale: string
  phrases: readonly { place: keyof typeof WORTH; stems: Stems }[]
}

interface PageIndex {
  entries: readonly Entry[]
  vocabulary: SearchableMap<true>
  stemsOf: (text: string) => Stems
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

function findPages(index: PageIndex, query: PageQuery): PagesFound {
  const { stemsOf } = index
  const { text, isBeginning, isTolerant } = query
  const asked = stemsOf(text)
  if (asked.size === 0 || asked.size > MOST_TERMS) return { pages: [], isWhole: false }
  const exact = rank(index, asked, query)
  if (exact.pages.length > 0) return exact
  const corrected = isTolerant ? [respelt(index, text), onOtherKeyboard(text) ?? ''] : []
  for (const other of isBeginning ? completed(index, text) : corrected) {
    const { pages } = rank(index, stemsOf(other), query)
    if (pages.length > 0) return { pages, isWhole: false }
  }
  return isTolerant ? rank(index, asked, query, true) : exact
}

function rank({ entries }: PageIndex, asked: Stems, { text, locale, isProductTerm }: PageQuery, inText = false) {
  const isOfProducts = (stems: Stems): boolean => !INTERROGATIVE.test(text) && [...stems].every(isProductTerm)
  const onlyProducts = isOfProducts(asked)

  function scoreOf({ place, stems }: Entry['phrases'][number]): number {
    if ((place === 'text' && !inText) || (place !== 'keyword' && onlyProducts)) return 0
    // The query says the whole phrase, or the phrase says the whole query.
    const isNamed = place !== 'text' && isInside(stems, asked) && (place === 'keyword' || !isOfProducts(stems))
    const isNear = place === 'keyword' || stems.size * 2 >= asked.size
    const isPart = isInside(asked, stems) && !onlyProducts
    const matched = isNamed && isNear ? stems.size : isPart ? asked.size : 0
    if (matched === 0 || place === 'text') return Math.min(1, matched)
    return matched * 10 + WORTH[place] - Math.max(0, stems.size - asked.size)
  }

  const found = entries
    .filter((entry) => entry.locale === locale)
    .map((entry) => ({ entry, score: Math.max(...entry.phrases.map(scoreOf)) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ entry }) => entry)
  const best = Map.groupBy(found, ({ path }) => path.split('#')[0])
  const pages = [...best.values()].flatMap(([first]) =>
    first ? [{ path: first.path, title: first.title, text: first.text }] : [],
  )
  const isWhole = (found[0]?.phrases ?? []).some(
    ({ place, stems }) => place !== 'text' && isInside(asked, stems) && isInside(stems, asked),
  )
  return { pages: pages.slice(0, MOST_PAGES), isWhole }
}

function isInside(part: Stems, whole: Stems): boolean {
  return part.size > 0 && [...part].every((stem) => whole.has(stem))
}

function respelt({ vocabulary }: PageIndex, query: string): string {
  const corrected = splitTerms(query).map(({ plain }) => {
    if (plain.length < SHORTEST_RESPELT) return plain
    const near = nearIn(vocabulary, plain).filter(({ spelling }) => spelling[0] === plain[0])
    return near.toSorted((a, b) => a.cost - b.cost)[0]?.spelling ?? plain
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
  const vocabulary = new SearchableMap<true>()
  const entries: Entry[] = []
  // A page is found by its words in every language, and shown in the language of the visitor.
  const phrasesOf = new Map<string, { place: Text[0]; stems: Stems }[]>()

  /** @param key the same in each language */
  function add(key: string, locale: string, page: FoundPage, texts: readonly Text[]): void {
    const phrases = phrasesOf.get(key) ?? []
    phrasesOf.set(key, phrases)
    const own = keywords.pages.filter(({ path, locale: other }) => path === page.path && other === locale)
    const searched = own.flatMap((found) => found.keywords.map((keyword): Text => ['keyword', keyword]))
    for (const [place, text] of [...texts, ...searched]) {
      phrases.push({ place, stems: stemsOf(text) })
      if (place !== 'text') for (const { plain } of splitTerms(text)) vocabulary.set(plain, true)
    }
    entries.push({ ...page, locale, phrases })
  }

  for (const document of documents.filter(isPage)) {
    const { _path: path, _locale: locale, title, description = '', body } = document
    const searched = textsOf(document['keywords']).map((keyword): Text => ['keyword', keyword])
    add(path, locale, { path, title, text: description }, [['title', title], ['text', description], ...searched])
    for (const [nth, { id, heading, text, whole }] of sectionsOf((body as ContentBody).children).entries()) {
      const texts: Text[] = [
        ['heading', heading],
        ['text', `${heading} ${whole}`],
      ]
      add(`${path}#${nth}`, locale, { path: `${path}#${id}`, title: heading, text }, texts)
    }
  }
  for (const { path, locale, title, text } of keywords.pages) {
    const isKnown = entries.some((entry) => entry.path === path && entry.locale === locale)
    if (title !== undefined && !isKnown) add(path, locale, { path, title, text }, [['title', title]])
  }
  for (const { plain } of splitTerms(keywords.same.flat().join(' '))) vocabulary.set(plain, true)
  return { entries, vocabulary, stemsOf }
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
