export type Condition = unknown

/** Keys with 1 (ascending) or -1 (descending), and collation options. */
export interface SortRule {
  [key: string]: unknown
  $numeric?: boolean
  $sensitivity?: 'base' | 'accent' | 'case' | 'variant'
  $caseFirst?: 'upper' | 'lower' | 'false'
  $locale?: string
}

export interface SurroundQuery {
  /** The first document that matches is the center. */
  query: string | Record<string, unknown>
  before?: number
  after?: number
}

/** Sent as `_params`. */
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
 * The engine in process on the server, our HTTP API or a local copy in the browser. Throws ContentError if the query is
 * invalid (400) or nothing was found for `first` (404).
 */
export interface ContentSource {
  /** A list, one document for `first`, a number for `count`, or neighbors (or null) for `surround`. */
  query: (query: ContentQuery) => Promise<unknown>
  navigation: (query: ContentQuery) => Promise<NavigationNode[]>
}
