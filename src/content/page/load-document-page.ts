import type { Condition, ContentQuery, ContentSource, NavigationNode } from '#shared/content/content-source.ts'

import type { ContentError } from '../content-error.ts'
import type { ContentDocument } from '../document.ts'
import { createContentReader, type ContentReader } from '../request/query-content.ts'
import { withoutTrailingSlash } from '../without-trailing-slash.ts'

type Target = string | Record<string, Condition>

export interface DocumentPageOptions {
  /** Without its locale: `/blogs/ring-sizes`. */
  path: string
  locale?: string
  /** What to load instead of the document at `path`; false for none. */
  page?: Target | boolean
  /** Whose neighbors are loaded: by default the page's; false for none. */
  surround?: Target | boolean
  /** A tree is not fetched again. */
  navigation?: boolean | NavigationNode[]
  /** `type: 'find'` loads a list, otherwise the first document is loaded. */
  globals?: Record<string, GlobalQuery>
  layout?: string
  /** Globals whose `layout` is used if nothing else names one. */
  layoutFallbacks?: readonly string[]
  onFailure?: (part: string, error: unknown) => void
}

export type GlobalQuery = ContentQuery & { type?: 'find' }

const SURROUNDING: ContentQuery = {
  where: [{ _partial: { $not: true }, navigation: { $not: false } }],
  without: ['body'],
}
const GLOBALS_MESSAGE = 'Globals must be a list of keys with QueryBuilderParams as a value.'

/** Never throws: a part that cannot be loaded is null, and `onFailure` gets the error. */
export async function loadDocumentPage(source: ContentSource, options: DocumentPageOptions): Promise<DocumentPage> {
  const { path, locale, layout, layoutFallbacks, onFailure = logFailure } = options
  const reader = createContentReader(source, { locale })
  const failed: string[] = []
  const attempt = async <Value>(part: string, fetched: Promise<Value>): Promise<Value | null> => {
    try {
      return await fetched
    } catch (error) {
      if (isMissing(error)) return null
      failed.push(part)
      onFailure(part, error)
      return null
    }
  }

  const target = targetOf(options.page) ?? withoutTrailingSlash(path)
  const [navigation, globals, found, surround] = await Promise.all([
    attempt('navigation', loadNavigation(reader, options.navigation)),
    loadGlobals(reader, options.globals, attempt),
    options.page === false ? null : attempt('page', loadPage(reader, target)),
    options.surround === false ? null : attempt('surround', loadSurround(reader, targetOf(options.surround) ?? target)),
  ])

  const page = isFolderAlone(found) ? null : found
  return {
    page,
    redirect: redirectOf(found, path),
    layout: findLayout({ page, layout, navigation, globals, layoutFallbacks }),
    surround,
    navigation,
    globals,
    failed,
  }
}

async function loadNavigation(
  reader: ContentReader,
  wanted: DocumentPageOptions['navigation'] = true,
): Promise<NavigationNode[] | null> {
  if (typeof wanted === 'object') return wanted
  return wanted ? reader.fetchNavigation() : null
}

async function loadGlobals(
  reader: ContentReader,
  wanted: Record<string, GlobalQuery> = {},
  attempt: <Value>(part: string, fetched: Promise<Value>) => Promise<Value | null>,
): Promise<Record<string, unknown>> {
  if (Array.isArray(wanted)) {
    console.error(GLOBALS_MESSAGE)
    return {}
  }
  const fetched = Object.entries(wanted).map(async ([name, { type, ...query }]) => {
    const builder = reader.queryContent(query)
    const answer: Promise<unknown> = type === 'find' ? builder.find() : builder.findOne()
    return [name, await attempt(name, answer)] as const
  })
  return Object.fromEntries(await Promise.all(fetched))
}

function loadPage({ queryContent }: ContentReader, target: Target): Promise<ContentDocument> {
  return queryContent()
    .where(typeof target === 'string' ? { _path: target } : target)
    .findOne()
}

async function loadSurround({ queryContent }: ContentReader, target: Target): Promise<DocumentPage['surround']> {
  const [before = null, after = null] = await queryContent(SURROUNDING).findSurround(target)
  return [before, after]
}

/** Only the settings of a folder without an index page. Such a folder may redirect. */
function isFolderAlone(found: ContentDocument | null): boolean {
  return found !== null && !Object.hasOwn(found, '_id')
}

function targetOf(wanted: Target | boolean | undefined): Target | undefined {
  return typeof wanted === 'boolean' ? undefined : wanted
}

/** By status, because the app bundle and the server each have their own ContentError class. */
function isMissing(error: unknown): boolean {
  return (error as Partial<ContentError> | null)?.statusCode === 404
}

function logFailure(part: string, error: unknown): void {
  console.error(`Failed to fetch content (${part}):`, error)
}

interface DocumentPage {
  /** If the page could not be fetched, `failed` contains `page`. */
  page: ContentDocument | null
  /** Without locale, or an absolute URL. If set, the other fields are ignored. */
  redirect: string | null
  layout: string
  /** Without bodies; null at the ends of the list. */
  surround: [ContentDocument | null, ContentDocument | null] | null
  navigation: NavigationNode[] | null
  /** Null for a query that failed. */
  globals: Record<string, unknown>
  /** `page`, `surround`, `navigation`, or the name of a global. A page that does not exist is not a failure. */
  failed: string[]
}

interface LayoutQuery {
  page: ContentDocument | null
  layout: string | undefined
  navigation: NavigationNode[] | null
  globals: Record<string, unknown>
  layoutFallbacks: readonly string[] | undefined
}

const DEFAULT = 'default'

function findLayout({ page, layout, navigation, globals, layoutFallbacks = ['theme'] }: LayoutQuery): string {
  if (!page) return DEFAULT
  const nearest = navigation ? layoutAbove(navigation, page._path) : undefined
  const fallback = layoutFallbacks.map((name) => layoutOf(globals[name])).find(Boolean)
  return layoutOf(page) ?? layout ?? nearest ?? fallback ?? DEFAULT
}

function layoutAbove(nodes: NavigationNode[], path: string): string | undefined {
  const above = nodes.filter((node) => isAbove(node, path))
  const deeper = above.map(({ children }) => (children ? layoutAbove(children, path) : undefined)).find(Boolean)
  return deeper ?? above.map(layoutOf).find(Boolean)
}

/** `/blogs-archive` is not in `/blogs`. A node without children may be an index page with the path of its folder. */
function isAbove({ _path, children }: NavigationNode, path: string): boolean {
  return path === _path || (children !== undefined && path.startsWith(`${_path}/`))
}

function layoutOf(owner: unknown): string | undefined {
  const { layout } = (owner ?? {}) as { layout?: unknown }
  return typeof layout === 'string' && layout !== '' ? layout : undefined
}

/** A path without locale or an http(s) URL, percent-encoded for a header. A redirect to the same page is ignored. */
function redirectOf(found: ContentDocument | null, path: string): string | null {
  const folder = found?._dir as unknown
  const target = found?.['redirect'] ?? fieldOf(fieldOf(folder, 'navigation'), 'redirect')
  if (typeof target !== 'string' || !isRedirectTarget(target) || withoutQuery(target) === withoutQuery(path))
    return null
  return target.toWellFormed().replaceAll(/[^!-~]/gu, encodeURIComponent)
}

function withoutQuery(address: string): string {
  return withoutTrailingSlash(address.replace(/[?#].*$/s, ''))
}

function isRedirectTarget(target: string): boolean {
  // Browsers treat `//host` and `/\host` as URLs of another host.
  if (target.startsWith('/')) return !/^\/[/\\]/.test(target)
  return /^https?:\/\//i.test(target) && URL.canParse(target)
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Record<string, unknown>)[name]
}
