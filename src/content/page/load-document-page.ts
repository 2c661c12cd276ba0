import type { ContentError } from '../content-error.ts'
import type { ContentDocument } from '../document.ts'
import type { Condition, ContentQuery, ContentSource, NavigationNode } from '../query/content-query.ts'
import { createContentReader, type ContentReader } from '../request/query-content.ts'
import { withoutTrailingSlash } from '../without-trailing-slash.ts'

/** A path, or a condition that the document must meet. */
type Target = string | Record<string, Condition>

export interface DocumentPageOptions {
  /** The address without its language: `/blogs/ring-sizes`. */
  path: string
  /** Whose documents; absent where content has no languages. */
  locale?: string | undefined
  /** Another document than the one at `path`; false for none. */
  page?: Target | boolean
  /** What the neighbours stand round, if not the page; false for none. */
  surround?: Target | boolean
  /** False for none; a tree that is known already is not fetched again. */
  navigation?: boolean | NavigationNode[]
  /** By name; `type: 'find'` for a list of documents, else the first. */
  globals?: Record<string, GlobalQuery>
  /** The route's own layout, for pages that name none. */
  layout?: string | undefined
  /** Names of globals whose `layout` counts where nothing nearer has one. */
  layoutFallbacks?: readonly string[]
  /** Told of each part that could not be fetched, and why. */
  onFailure?: (part: string, error: unknown) => void
}

export type GlobalQuery = ContentQuery & { type?: 'find' }

/** Neighbours are pages that a reader can find: no partials, nothing left out of the navigation. */
const SURROUNDING: ContentQuery = {
  where: [{ _partial: { $not: true }, navigation: { $not: false } }],
  without: ['body'],
}
const GLOBALS_MESSAGE = 'Globals must be a list of keys with QueryBuilderParams as a value.'

/**
 * Gathers what content says of one address, its parts in parallel. Nothing is thrown: a part that cannot be had is
 * null, and the reason is told.
 */
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

/** A folder that has settings and no page of its own: no page, though it may send readers on. */
function isFolderAlone(found: ContentDocument | null): boolean {
  return found !== null && !Object.hasOwn(found, '_id')
}

function targetOf(wanted: Target | boolean | undefined): Target | undefined {
  return typeof wanted === 'boolean' ? undefined : wanted
}

/** By its status, not by its class: the app's build has a class of its own, and the server throws another. */
function isMissing(error: unknown): boolean {
  return (error as Partial<ContentError> | null)?.statusCode === 404
}

function logFailure(part: string, error: unknown): void {
  console.error(`Failed to fetch content (${part}):`, error)
}

/** Everything about one address of the site that content decides. */
interface DocumentPage {
  /** Null where there is no page, or it could not be fetched: `failed` tells which. */
  page: ContentDocument | null
  /** A path of ours without its language (`/blogs`), or an absolute address; nothing else counts then. */
  redirect: string | null
  /** `default` where neither page, route, folder nor globals name one. */
  layout: string
  /** The page before and the page after, without their bodies; null at the edges. */
  surround: [ContentDocument | null, ContentDocument | null] | null
  navigation: NavigationNode[] | null
  /** Null for one that failed. */
  globals: Record<string, unknown>
  /**
   * What could not be fetched by a fault of ours: `page`, `surround`, `navigation`, or the name of a global. A page
   * that is merely missing is not among them.
   */
  failed: string[]
}

interface LayoutQuery {
  page: ContentDocument | null
  /** The route's own. */
  layout: string | undefined
  navigation: NavigationNode[] | null
  globals: Record<string, unknown>
  layoutFallbacks: readonly string[] | undefined
}

const DEFAULT = 'default'

/**
 * The layout of a page: what it says itself, then its route, then the nearest folder of the navigation, then the
 * globals that stand in, then `default`. Where there is no page, there is nothing to say it but `default`.
 */
function findLayout({ page, layout, navigation, globals, layoutFallbacks = ['theme'] }: LayoutQuery): string {
  if (!page) return DEFAULT
  const nearest = navigation ? layoutAbove(navigation, page._path) : undefined
  const fallback = layoutFallbacks.map((name) => layoutOf(globals[name])).find(Boolean)
  return layoutOf(page) ?? layout ?? nearest ?? fallback ?? DEFAULT
}

/** Goes down the tree as far as the path does; home is above nothing but itself. */
function layoutAbove(nodes: NavigationNode[], path: string): string | undefined {
  const above = nodes.filter((node) => isAbove(node, path))
  const deeper = above.map(({ children }) => (children ? layoutAbove(children, path) : undefined)).find(Boolean)
  return deeper ?? above.map(layoutOf).find(Boolean)
}

/**
 * Whether a node is the page's own, or that of a folder which the page is in: by whole segments, since `/blogs-archive`
 * is not in `/blogs`. A node without children is no folder; it may be the index that stands in one under the same path.
 */
function isAbove({ _path, children }: NavigationNode, path: string): boolean {
  return path === _path || (children !== undefined && path.startsWith(`${_path}/`))
}

function layoutOf(owner: unknown): string | undefined {
  const { layout } = (owner ?? {}) as { layout?: unknown }
  return typeof layout === 'string' && layout !== '' ? layout : undefined
}

/**
 * Where a document sends its readers: its own `redirect`, else the `navigation.redirect` of its folder.
 * @param path where the readers are: no one is sent there again, to whatever place of it
 * @returns a path without its language, or an http address, in letters that a header may hold; null for anything else
 */
function redirectOf(found: ContentDocument | null, path: string): string | null {
  const folder = found?._dir as unknown
  const target = found?.['redirect'] ?? fieldOf(fieldOf(folder, 'navigation'), 'redirect')
  if (typeof target !== 'string' || !isAddress(target) || pageOf(target) === pageOf(path)) return null
  return target.toWellFormed().replaceAll(/[^!-~]/gu, encodeURIComponent)
}

function pageOf(address: string): string {
  return withoutTrailingSlash(address.replace(/[?#].*$/s, ''))
}

function isAddress(target: string): boolean {
  // Browsers read `//host` and `/\host` as another host.
  if (target.startsWith('/')) return !/^\/[/\\]/.test(target)
  return /^https?:\/\//i.test(target) && URL.canParse(target)
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Record<string, unknown>)[name]
}
