import type { ContentDocument } from '../document.ts'
import type { NavigationNode } from '../query/content-query.ts'
import type { ContentEngine } from '../query/engine.ts'
import { isRecord } from '../query/is-record.ts'
import { buildNavigation } from '../query/navigation/build-navigation.ts'
import { readExpression } from '../query/pattern/read-expression.ts'
import { refuse, MOST } from '../query/refuse.ts'
import { answerInFull, answerPlainly, showFolder } from './answers.ts'
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
