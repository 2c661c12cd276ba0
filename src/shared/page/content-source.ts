export type Condition = unknown

/** Key -> 1 or -1, beside options of the collation. */
export interface SortRule {
  [key: string]: unknown
  $numeric?: boolean
  $sensitivity?: 'base' | 'accent' | 'case' | 'variant'
  $caseFirst?: 'upper' | 'lower' | 'false'
  $locale?: string
}

export interface SurroundQuery {
  /** A path, or a condition; the first document that it fits is the centre. */
  query: string | Record<string, unknown>
  before?: number
  after?: number
}

/** A question to the engine as plain data: what the builder makes, and what travels as `_params`. */
export interface ContentQuery {
  where?: Record<string, unknown>[] | Record<string, unknown>
  sort?: SortRule[] | SortRule
  limit?: number
  skip?: number
  only?: string[] | string
  without?: string[] | string
  first?: boolean
  count?: boolean
  surround?: SurroundQuery
  dirConfig?: boolean
}

export interface NavigationNode {
  [field: string]: unknown
  title: string
  _path: string
  _draft?: boolean
  children?: NavigationNode[]
}

/**
 * Answers content queries: the engine in process on the server, our HTTP API or a local copy in the browser.
 * Both throw ContentError if the query is invalid (400) or nothing was found for `first` (404).
 */
export interface ContentSource {
  /** A list of documents, one document for `first`, a number for `count`, neighbours (or null) for `surround`. */
  query: (query: ContentQuery) => Promise<unknown>
  navigation: (query: ContentQuery) => Promise<NavigationNode[]>
}
