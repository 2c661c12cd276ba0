import { redirect, type LoaderFunctionArgs } from 'react-router'

import type { ContentBody, ContentDocument, ContentNode, TocLink } from '#content/document.ts'
import { loadDocumentPage } from '#content/page/load-document-page.ts'
import { withoutTrailingSlash } from '#content/without-trailing-slash.ts'
import type { ContentSource, NavigationNode } from '#shared/content/content-source.ts'
import { localePath, splitLocalePath, LOCALES, type Locale } from '#shared/i18n/locale.ts'

import { notFound } from '../listing/not-found.ts'
import type { PageLook } from '../routing/private-page.ts'
import { publicDataContext } from '../routing/shop-data.ts'
import { toArticle, type Article } from './article/article.ts'
import { loadParts, type PartsData } from './load-parts.ts'

export interface Step {
  path: string
  title: string
}

export interface ContentPageData {
  look: PageLook
  document: ContentDocument
  nodes: ContentNode[]
  contents: TocLink[]
  parts: PartsData
  /** Parent folders that have an index page. */
  steps: Step[]
  /** Locales in which the page exists. */
  languages: Locale[]
  /** The previous and the next page in the same folder. */
  surrounding: [Article | null, Article | null]
}

interface LoadOptions {
  layout?: string
  withSurrounding?: boolean
}

/** @throws a redirect if the page or its folder names one; 404 if there is no page */
export async function loadContentPage(
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  { layout, withSurrounding = false }: LoadOptions = {},
): Promise<ContentPageData> {
  const shop = context.get(publicDataContext)
  const { locale, path } = readPath(request)
  const [found, languages] = await Promise.all([
    loadDocumentPage(shop.content, { path, locale, layout, surround: withSurrounding }),
    languagesOf(shop.content, path),
  ])
  if (found.redirect !== null) {
    const location = found.redirect.startsWith('/') ? localePath(locale, found.redirect) : found.redirect
    throw redirect(location)
  }
  const { page, navigation, surround } = found
  // A failed request is a server error, not a missing page.
  if (found.failed.includes('page')) throw new Error(`The page ${path} could not be fetched`)
  // Partials are not pages, for example the footer's links and a folder's settings.
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

/** Without locale, query string and trailing slash. */
function readPath(request: Request): { locale: Locale; path: string } {
  const { locale = 'en', path } = splitLocalePath(new URL(request.url).pathname)
  return { locale, path: withoutTrailingSlash(decodePath(path)) }
}

/** @throws 404 if the encoding is invalid */
function decodePath(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    throw notFound()
  }
}

async function languagesOf(content: ContentSource, path: string): Promise<Locale[]> {
  const where = [{ _path: path }, { _locale: { $in: [...LOCALES] } }]
  const found = (await content.query({ where, only: ['_locale'] })) as { _locale: Locale }[]
  return LOCALES.filter((language) => found.some(({ _locale: written }) => written === language))
}

/** A folder has an index page if a child has the folder's path. */
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
