import { ContentError } from '../content-error.ts'
import type { ContentDocument } from '../document.ts'
import type { NavigationNode, ContentQuery } from '../query/content-query.ts'
import type { ContentEngine, Found } from '../query/engine.ts'
import { isRecord } from '../query/is-record.ts'
import { buildNavigation } from '../query/navigation/build-navigation.ts'
import { readExpression } from '../query/pattern/read-expression.ts'
import { readPaging, readWhere } from '../query/plan-query.ts'
import { refuse, MOST } from '../query/refuse.ts'
import { applyPolicy, NO_DRAFTS, type PolicySettings } from './policy.ts'

interface RequestOptions {
  /** Whether drafts may be seen. */
  preview?: boolean | undefined
}

/** Questions of visitors: with defaults added, drafts held back, and answers in one of two shapes. */
export interface ContentRequests {
  /**
   * @param params as the builder makes them, or as they travel, with expressions as text
   * @throws {ContentError} 400 for a wrong question, 404 where `first` finds nothing
   */
  query: (params: unknown, options?: RequestOptions & { mode?: 'advanced' | undefined }) => unknown
  /**
   * The tree of the pages that a question picks. Its order is that of the files; the question's own order only decides
   * which pages a limit leaves, and fields cannot be chosen. Pages of several languages are several trees, one after
   * the other.
   * @throws {ContentError} 400 for a wrong question, and for `first`, `count` and `surround`
   */
  navigation: (params: unknown, options?: RequestOptions) => NavigationNode[]
}

/** @param settings of the languages; usually those of the engine */
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
      const answer = mode === 'advanced' ? answerInFull : answerPlainly
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

/**
 * Turns the text that stands for an expression, `--REGEX /source/flags`, back into one, wherever it lies.
 * @param params plain data as JSON brings it; it is not changed
 * @throws {ContentError} 400 for an expression that is not valid
 */
export function fromWire(params: unknown, place = 'The query', depth = 0): unknown {
  if (typeof params === 'string') {
    if (!params.startsWith('--REGEX ')) return params
    const [, source, flags = ''] = WIRE.exec(params) ?? []
    return source === undefined ? params : readExpression(source, flags, place)
  }
  if (typeof params !== 'object' || params === null || params instanceof RegExp) return params
  // Deeper than any condition may lie, and far from what a call stack can bear.
  if (depth > 3 * MOST.depth) return refuse(place, 'lies too deep')
  if (Array.isArray(params)) {
    const values = params.map((value) => fromWire(value, place, depth + 1))
    return values.some((value, index) => value !== params[index]) ? values : params
  }
  const entries = Object.entries(params).map(([key, value]) => [key, fromWire(value, key, depth + 1)] as const)
  const isSame = entries.every(([key, value]) => value === (params as Record<string, unknown>)[key])
  return isSame ? params : Object.fromEntries(entries)
}

/** What a list, one document, a count and neighbours look like in the advanced shape. */
interface AdvancedAnswer {
  result?: Found | Found[] | number
  skip?: number
  limit?: number
  /** Of all that fit. */
  total?: number
  dirConfig?: Record<string, unknown>
  surround?: (Found | null)[]
}

/** Finds the configuration of a folder, in a language; what it may find is the asker's matter. */
type FindFolder = (path: string, locale: unknown) => Record<string, unknown> | undefined

/**
 * Answers plainly: a list of documents, one document, a number, a list of neighbours.
 *
 * One document carries the configuration of its folder as `_dir`, that of its own language. A folder that has no page,
 * but whose configuration redirects, is answered with it alone: so the redirect reaches the caller.
 * @throws {ContentError} 404 where nothing is found for `first`; 400 where the question is wrong, or asks for one
 * document together with its count or its neighbours: only the advanced shape has room for those
 */
function answerPlainly(engine: ContentEngine, query: ContentQuery, findFolder: FindFolder): unknown {
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

/**
 * Answers with all that there is to say.
 * @throws {ContentError} 400 and 404, as above
 */
function answerInFull(engine: ContentEngine, query: ContentQuery, findFolder: FindFolder): AdvancedAnswer {
  const answer = answerBare(engine, query, findFolder)
  return query.first && !answer.result && !answer.dirConfig ? notFound(query) : answer
}

/** The advanced shape, in which a document that is not found is no error. */
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

/** A configuration as it is shown: what its author wrote, and where it lies. */
export function showFolder(folder: Found): Record<string, unknown> {
  const own = Object.entries(folder).filter(([key]) => !key.startsWith('_'))
  return { ...Object.fromEntries(own), _path: folder._path }
}

/** The path that a question names at the top of a condition, where it names one. */
function pathOf(query: ContentQuery): string | undefined {
  const paths = readWhere(query.where).map(({ _path: path }) => path)
  return paths.find((path): path is string => typeof path === 'string')
}

/** The language likewise. */
function localeOf(query: ContentQuery): string | undefined {
  const locales = readWhere(query.where).map(({ _locale: locale }) => locale)
  return locales.find((locale): locale is string => typeof locale === 'string')
}

/** Of what was found; else of the folder that is asked for, where it leads on. */
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
  // A page that another condition leaves out is there all the same; one that no one may see is not.
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
