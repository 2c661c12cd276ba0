import type { LoaderFunctionArgs } from 'react-router'

import type { ContentBody, ContentDocument, ContentNode, TocLink } from '#content/document.ts'
import { loadDocumentPage } from '#content/page/load-document-page.ts'
import { withoutTrailingSlash } from '#content/without-trailing-slash.ts'
import { localePath, splitLocalePath, LOCALES, type Locale } from '#shared/i18n/locale.ts'
import type { ContentSource, NavigationNode } from '#shared/page/content-source.ts'

import { notFound } from '../listing/not-found.ts'
import type { PageLook } from '../routing/private-page.ts'
import { shopDataContext } from '../routing/shop-data.ts'
import { toArticle, type Article } from './article/article.ts'
import { loadParts, type PartsData } from './load-parts.ts'

/** A step of the way to a page. */
export interface Step {
  path: string
  title: string
}

/** A page made of words, and everything that stands in it. */
export interface ContentPageData {
  look: PageLook
  document: ContentDocument
  nodes: ContentNode[]
  contents: TocLink[]
  parts: PartsData
  /** The folders above it that are pages themselves. */
  steps: Step[]
  /** The languages that it is written in. */
  languages: Locale[]
  /** The pages before and after it among those of its folder. */
  surrounding: [Article | null, Article | null]
}

interface LoadOptions {
  /** The route's own layout. */
  layout?: string
  /** Whether the pages before and after it are told of. */
  withSurrounding?: boolean
}

/**
 * Loads the page of words at an address.
 * @throws a redirect where the page or its folder names one; 404 where there is no page
 */
export async function loadContentPage(
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  { layout, withSurrounding = false }: LoadOptions = {},
): Promise<ContentPageData> {
  const shop = context.get(shopDataContext)
  const { locale, path } = addressOf(request)
  const [found, languages] = await Promise.all([
    loadDocumentPage(shop.content, { path, locale, layout, surround: withSurrounding }),
    languagesOf(shop.content, path, locale),
  ])
  if (found.redirect !== null) {
    const location = found.redirect.startsWith('/') ? localePath(locale, found.redirect) : found.redirect
    // As the router's own helper writes it, which every page would have to load.
    throw new Response(null, { status: 302, headers: { location } })
  }
  const { page, navigation, surround } = found
  // A fault of ours is no missing page.
  if (found.failed.includes('page')) throw new Error(`The page ${path} could not be fetched`)
  // What pages are made of is no page itself: the links of the footer, the settings of a folder.
  if (!page || page._partial || page._type !== 'markdown') throw notFound()

  const { body, ...document } = page
  const { children = [], toc } = (body ?? {}) as Partial<ContentBody>
  return {
    look: { layout: found.layout, ...('colorMode' in page ? { colorMode: page['colorMode'] } : {}) },
    document,
    nodes: children,
    contents: toc?.links ?? [],
    parts: await loadParts(children, shop, locale),
    steps: stepsTo(page._path, navigation ?? []),
    languages,
    surrounding: surroundingIn(page._dir, surround),
  }
}

/** The address as content knows it: without its language, its query, or a slash at its end. */
function addressOf(request: Request): { locale: Locale; path: string } {
  const { locale = 'en', path } = splitLocalePath(new URL(request.url).pathname)
  return { locale, path: withoutTrailingSlash(decoded(path)) }
}

/** @throws 404 for an address that no one can decode: nothing is written there */
function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    throw notFound()
  }
}

async function languagesOf(content: ContentSource, path: string, locale: Locale): Promise<Locale[]> {
  try {
    const where = [{ _path: path }, { _locale: { $in: [...LOCALES] } }]
    const found = (await content.query({ where, only: ['_locale'] })) as { _locale: Locale }[]
    return LOCALES.filter((language) => found.some(({ _locale: written }) => written === language))
  } catch (error) {
    console.error('Failed to fetch the languages of a page:', error)
    return [locale]
  }
}

/** A folder is a page of its own where it has an index: then the index stands among its children. */
function stepsTo(path: string, nodes: readonly NavigationNode[]): Step[] {
  return nodes
    .filter(({ _path: above }) => above !== '/' && path.startsWith(`${above}/`))
    .flatMap(({ title, _path: above, children = [] }) => [
      ...(children.some((child) => child._path === above) ? [{ path: above, title }] : []),
      ...stepsTo(path, children),
    ])
}

function surroundingIn(
  folder: string,
  surround: readonly (ContentDocument | null)[] | null,
): [Article | null, Article | null] {
  const [before, after] = (surround ?? []).map((document) => (document?._dir === folder ? toArticle(document) : null))
  return [before ?? null, after ?? null]
}
