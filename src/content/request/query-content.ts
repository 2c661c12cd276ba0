import type { ContentDocument } from '../document.ts'
import type {
  Condition,
  ContentQuery,
  ContentSource,
  NavigationNode,
  SortRule,
  SurroundQuery,
} from '../query/content-query.ts'
import { withoutTrailingSlash } from '../without-trailing-slash.ts'

/** A question in the making. Every method leaves it as it was and answers with another. */
export interface QueryBuilder {
  /** Fields to answer with; the last call wins. */
  only: (fields: string | readonly string[]) => QueryBuilder
  /** Fields to leave out; the last call wins. */
  without: (fields: string | readonly string[]) => QueryBuilder
  /** One more condition, beside those there are. */
  where: (condition: Record<string, Condition>) => QueryBuilder
  /** One more order; the last key is the first to decide. */
  sort: (rule: SortRule) => QueryBuilder
  limit: (count: number | string) => QueryBuilder
  skip: (count: number | string) => QueryBuilder
  locale: (locale: string) => QueryBuilder
  find: () => Promise<ContentDocument[]>
  /** @throws ContentError 404 where no document fits */
  findOne: () => Promise<ContentDocument>
  count: () => Promise<number>
  /** The documents round one of the list; null beyond its ends. */
  findSurround: (
    query: SurroundQuery['query'],
    options?: Pick<SurroundQuery, 'before' | 'after'>,
  ) => Promise<(ContentDocument | null)[]>
  /** What would be sent by `find`. */
  params: () => ContentQuery
}

export interface ContentReader {
  /** Starts from every document, from those under a path (one or several parts), or from parameters. */
  queryContent: (...start: string[] | [ContentQuery]) => QueryBuilder
  fetchNavigation: (query?: ContentQuery | QueryBuilder) => Promise<NavigationNode[]>
}

interface ReaderSettings {
  /** Whose documents are meant where a question names no language; absent where content has no languages. */
  locale?: string | undefined
}

/** By file, the number in front of its name by value. */
export const DEFAULT_SORT: SortRule[] = [{ _stem: 1, $numeric: true }]

/** Binds the builder to the responder: the engine in process, our HTTP, or a copy in the browser. */
export function createContentReader(source: ContentSource, { locale }: ReaderSettings = {}): ContentReader {
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
      findSurround: async (centre, { before, after } = {}) => {
        const surround: SurroundQuery = {
          query: centre,
          ...(before !== undefined && { before }),
          ...(after !== undefined && { after }),
        }
        return (await send({ surround })) as (ContentDocument | null)[]
      },
      params,
    }
  }

  return {
    queryContent: (...start) => {
      const [first] = start
      return typeof first === 'object' ? build(first) : build({}, joinPath(start as string[]))
    },
    fetchNavigation: (query = {}) => source.navigation(isBuilder(query) ? query.params() : complete(query)),
  }
}

/** One document has exactly the path; a list, and one picked by a condition, has all that begins with it. */
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

/** A language that stands at the top of any condition is the asker's own choice. */
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
