import type { ContentDocument } from '../document.ts'
import type { NavigationNode } from '../query/content-query.ts'
import type { ContentEngine } from '../query/engine.ts'
import { isRecord } from '../query/is-record.ts'
import { buildNavigation } from '../query/navigation/build-navigation.ts'
import { refuse } from '../query/refuse.ts'
import { answerInFull, answerPlainly, showFolder } from './answers.ts'
import { fromWire } from './from-wire.ts'
import { applyPolicy, NO_DRAFTS, type PolicySettings } from './policy.ts'

export interface RequestOptions {
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
