import type { Condition, ContentQuery, ContentSource, SortRule, SurroundQuery } from '#shared/content/content-source.ts'

import type { ContentDocument } from '../document.ts'
import { withoutTrailingSlash } from '../without-trailing-slash.ts'

/** Immutable: every method returns a new builder. */
export interface QueryBuilder {
  /** The last call wins. */
  only: (fields: string | readonly string[]) => QueryBuilder
  /** The last call wins. */
  without: (fields: string | readonly string[]) => QueryBuilder
  where: (condition: Record<string, Condition>) => QueryBuilder
  /** The last key has the highest precedence. */
  sort: (rule: SortRule) => QueryBuilder
  limit: (count: number | string) => QueryBuilder
  skip: (count: number | string) => QueryBuilder
  locale: (locale: string) => QueryBuilder
  find: () => Promise<ContentDocument[]>
  /** @throws ContentError 404 if no document matches */
  findOne: () => Promise<ContentDocument>
  count: () => Promise<number>
  /** Null beyond the ends of the list. */
  findSurround: (
    query: SurroundQuery['query'],
    options?: Pick<SurroundQuery, 'before' | 'after'>,
  ) => Promise<(ContentDocument | null)[]>
  params: () => ContentQuery
}

export type ContentReader = ReturnType<typeof createContentReader>

interface ReaderSettings {
  locale?: string
}

/** By file path; order numbers in file names are compared as numbers. */
export const DEFAULT_SORT: SortRule[] = [{ _stem: 1, $numeric: true }]

export function createContentReader(source: ContentSource, { locale }: ReaderSettings = {}) {
  const complete = (query: ContentQuery): ContentQuery => withLocale(withSort(query), locale)

  function build(query: ContentQuery, path?: string): QueryBuilder {
    const next = (more: ContentQuery) => build({ ...query, ...more }, path)
    const params = (more: ContentQuery = {}) => complete(withPath({ ...query, ...more }, path))
    const send = (more: ContentQuery = {}) => source.query(params(more))
    const where = (condition: Record<string, Condition>) => next({ where: [...listOf(query.where), condition] })

    return {
      only: (fields) => next({ only: [fields].flat() }),
      without: (fields) => next({ without: [fields].flat() }),
      where,
      sort: (rule) => next({ sort: [...listOf(query.sort), rule] }),
      limit: (count) => next({ limit: Number(count) }),
      skip: (count) => next({ skip: Number(count) }),
      locale: (wanted) => where({ _locale: wanted }),
      find: async () => (await send()) as ContentDocument[],
      findOne: async () => (await send({ first: true })) as ContentDocument,
      count: async () => (await send({ count: true })) as number,
      findSurround: async (center, { before, after } = {}) => {
        const surround: SurroundQuery = {
          query: center,
          ...(before !== undefined && { before }),
          ...(after !== undefined && { after }),
        }
        return (await send({ surround })) as (ContentDocument | null)[]
      },
      params,
    }
  }

  return {
    /** Starts with all documents, with those under a path (one or several segments), or with a given query. */
    queryContent: (...start: string[] | [ContentQuery]) => {
      const [first] = start
      return typeof first === 'object' ? build(first) : build({}, joinPath(start as string[]))
    },
    fetchNavigation: (query = {}) => source.navigation(isBuilder(query) ? query.params() : complete(query)),
  }
}

/** `findOne` without conditions matches the exact path. All other queries match every path with that prefix. */
function withPath(query: ContentQuery, path: string | undefined): ContentQuery {
  if (path === undefined) return query
  const conditions = listOf(query.where)
  const isExact = query.first && conditions.length === 0
  const _path = isExact ? withoutTrailingSlash(path) : new RegExp(`^${escapeExpression(path)}`)
  return { ...query, where: [...conditions, { _path }] }
}

function withSort(query: ContentQuery): ContentQuery {
  return listOf(query.sort).length > 0 ? query : { ...query, sort: DEFAULT_SORT }
}

function withLocale(query: ContentQuery, locale: string | undefined): ContentQuery {
  const conditions = listOf(query.where)
  const isChosen = conditions.some((condition) => Object.hasOwn(condition, '_locale'))
  return locale === undefined || isChosen ? query : { ...query, where: [...conditions, { _locale: locale }] }
}

function joinPath(parts: string[]): string | undefined {
  if (parts.length === 0) return undefined
  return `/${parts.join('/')}`.replaceAll(/\/{2,}/g, '/')
}

function escapeExpression(path: string): string {
  return path.replaceAll(/[$()*+,./?[\\\]^{|} -]/g, String.raw`\$&`)
}

function listOf<Item>(items: Item | Item[] | undefined): Item[] {
  return items === undefined ? [] : ([items].flat() as Item[])
}

function isBuilder(query: ContentQuery | QueryBuilder): query is QueryBuilder {
  return 'params' in query && typeof query.params === 'function'
}
