export type Condition = unknown

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

/** Throws ContentError: 400, or 404 without a match for `first`. */
export interface ContentSource {
  /** A list, one document for `first`, a number for `count`, neighbors for `surround`. */
  query: (query: ContentQuery) => Promise<unknown>
  navigation: (query: ContentQuery) => Promise<NavigationNode[]>
}
