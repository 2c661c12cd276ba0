import type { NavigationNode, ContentQuery } from '#shared/content/content-source.ts'

import { ContentError } from '../content-error.ts'
import type { ContentDocument } from '../document.ts'
import type { ContentEngine, Found } from '../query/engine.ts'
import { isRecord } from '../query/is-record.ts'
import { buildNavigation } from '../query/navigation/build-navigation.ts'
import { readExpression } from '../query/pattern/read-expression.ts'
import { readPaging, readWhere } from '../query/plan-query.ts'
import { refuse, LIMITS } from '../query/refuse.ts'
import { applyPolicy, NO_DRAFTS, type PolicySettings } from './policy.ts'

interface RequestOptions {
  preview?: boolean
}

/** Defaults are added, drafts are left out, and results have one of two shapes. */
export interface ContentRequests {
  /** `params` may be in wire format. Throws ContentError 400 for an invalid query, 404 if `first` finds nothing. */
  query: (params: unknown, options?: RequestOptions & { mode?: 'advanced' }) => unknown
  /**
   * In the order of files; the query's sort only decides which pages a limit keeps. Ignores `only` and `without`. The
   * trees of languages follow one another. Throws ContentError 400, also for `first`, `count` and `surround`.
   */
  navigation: (params: unknown, options?: RequestOptions) => NavigationNode[]
}

export function createContentRequests(engine: ContentEngine, settings: PolicySettings): ContentRequests {
  const read = (params: unknown, preview: boolean) => {
    const query = fromWire(params)
    if (!isRecord(query)) return refuse('The query', 'is no object')
    return applyPolicy(query, settings, preview)
  }
  const findFolders = (where: Record<string, unknown>, preview: boolean) =>
    engine.find({ where: preview ? [where] : [where, NO_DRAFTS] }) as ContentDocument[]

  return {
    query(params, { preview = false, mode } = {}) {
      const answer = mode === 'advanced' ? answerAdvanced : answerSimple
      return answer(engine, read(params, preview), (path, locale) => {
        const _path = `${path === '/' ? '' : path}/_dir`
        const [folder] = findFolders(locale === undefined ? { _path } : { _path, _locale: locale }, preview)
        return folder && showFolder(folder)
      })
    },
    navigation(params, { preview = false } = {}) {
      const query = read(params, preview)
      for (const key of ['first', 'count', 'surround'] as const)
        if (query[key]) refuse(key, 'cannot be asked of the navigation')
      const { fields } = engine.settings.navigation || {}
      if (!fields) return []
      const { only: _only, without: _without, ...rest } = query
      const shown = { _partial: false, navigation: { $ne: false } }
      const pages = engine.find({ ...rest, where: [...query.where, shown] }) as ContentDocument[]
      const folders = findFolders({ _path: /\/_dir$/ }, preview)
      return [...Map.groupBy(pages, (page) => page._locale)].flatMap(([locale, own]) =>
        buildNavigation(
          own,
          folders.filter((folder) => folder._locale === locale),
          fields,
        ),
      )
    },
  }
}

const WIRE = /^--REGEX \/(.+)\/([dgimsuy]*)$/s

/** Turns the text `--REGEX /source/flags` back into a regular expression, at any depth. */
export function fromWire(params: unknown, place = 'The query', depth = 0): unknown {
  if (typeof params === 'string') {
    if (!params.startsWith('--REGEX ')) return params
    const [, source, flags = ''] = WIRE.exec(params) ?? []
    return source === undefined ? params : readExpression(source, flags, place)
  }
  if (typeof params !== 'object' || params === null || params instanceof RegExp) return params
  // Deeper than any valid condition, and far below the limit of the call stack.
  if (depth > 3 * LIMITS.depth) return refuse(place, 'lies too deep')
  if (Array.isArray(params)) {
    const values = params.map((value) => fromWire(value, place, depth + 1))
    return values.some((value, index) => value !== params[index]) ? values : params
  }
  const entries = Object.entries(params).map(([key, value]) => [key, fromWire(value, key, depth + 1)] as const)
  const isSame = entries.every(([key, value]) => value === (params as Record<string, unknown>)[key])
  return isSame ? params : Object.fromEntries(entries)
}

interface AdvancedAnswer {
  result?: Found | Found[] | number
  skip?: number
  limit?: number
  total?: number
  dirConfig?: Record<string, unknown>
  surround?: (Found | null)[]
}

/** The caller decides whether drafts are included. */
type FindFolder = (path: string, locale: unknown) => Record<string, unknown> | undefined

/**
 * The folder's configuration is `_dir`. A folder without a page that redirects is returned with only that. One document
 * with its count or neighbors is refused: only the advanced shape holds both.
 */
function answerSimple(engine: ContentEngine, query: ContentQuery, findFolder: FindFolder): unknown {
  checkFlags(query)
  if (query.first) {
    if (query.surround) refuse('surround', 'cannot be asked for together with first')
    const found = engine.first(query)
    const folder = findFolderOf(found, engine, query, findFolder)
    if (!found && !folder) return notFound(query)
    return folder ? { _path: folder['_path'], ...found?.picked, _dir: folder } : found?.picked
  }
  if (query.count) return engine.count(query)
  return query.surround ? engine.surround(query) : engine.find(query)
}

function answerAdvanced(engine: ContentEngine, query: ContentQuery, findFolder: FindFolder): AdvancedAnswer {
  const answer = answerBare(engine, query, findFolder)
  return query.first && !answer.result && !answer.dirConfig ? notFound(query) : answer
}

export function answerBare(engine: ContentEngine, query: ContentQuery, findFolder: FindFolder): AdvancedAnswer {
  checkFlags(query)
  if (query.count) return { result: engine.count(query) }
  const surround = query.surround ? { surround: engine.surround(query) } : {}
  if (query.first) {
    const found = engine.first(query)
    const folder = query.dirConfig ? findFolderOf(found, engine, query, findFolder) : undefined
    return { ...(found && { result: found.picked }), ...(folder && { dirConfig: folder }), ...surround }
  }
  return { result: engine.find(query), ...readPaging(query), total: engine.count(query), ...surround }
}

export function showFolder(folder: Found): Record<string, unknown> {
  const own = Object.entries(folder).filter(([key]) => !key.startsWith('_'))
  return { ...Object.fromEntries(own), _path: folder._path }
}

function pathOf(query: ContentQuery): string | undefined {
  const paths = readWhere(query.where).map(({ _path: path }) => path)
  return paths.find((path): path is string => typeof path === 'string')
}

function localeOf(query: ContentQuery): string | undefined {
  const locales = readWhere(query.where).map(({ _locale: locale }) => locale)
  return locales.find((locale): locale is string => typeof locale === 'string')
}

/** Of the found document's folder, or else of the requested one, if it redirects. */
function findFolderOf(
  found: ReturnType<ContentEngine['first']>,
  engine: ContentEngine,
  query: ContentQuery,
  findFolder: FindFolder,
) {
  return found ? findFolder(found.document._path, found.document._locale) : findRedirect(engine, query, findFolder)
}

function findRedirect(engine: ContentEngine, query: ContentQuery, findFolder: FindFolder) {
  const path = pathOf(query)
  if (path === undefined) return undefined
  const locale = localeOf(query)
  const folder = findFolder(path, locale)
  const navigation = folder?.['navigation']
  if (!isRecord(navigation) || !navigation['redirect']) return undefined
  // It redirects only without a visible page. Other conditions and, outside a preview, drafts are ignored.
  const pages = locale === undefined ? { _path: path } : { _path: path, _locale: locale }
  const isVisible = readWhere(query.where).filter((condition) => condition === NO_DRAFTS)
  return engine.count({ where: [pages, ...isVisible] }) === 0 ? folder : undefined
}

function checkFlags(query: ContentQuery): void {
  for (const flag of ['first', 'count', 'dirConfig'] as const) {
    const value: unknown = query[flag]
    if (value !== undefined && value !== null && typeof value !== 'boolean') refuse(flag, 'needs true or false')
  }
  if (query.first && query.count) refuse('count', 'cannot be asked for together with first')
}

function notFound(query: ContentQuery): never {
  const statusMessage = 'Document not found!'
  const data = { description: 'Could not find document for the given query.', query }
  throw new ContentError(404, statusMessage, { statusMessage, data })
}
