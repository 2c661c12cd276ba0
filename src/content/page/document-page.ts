import type { ContentDocument } from '../document.ts'
import type { NavigationNode } from '../query/content-query.ts'

/** Everything about one address of the site that content decides. */
export interface DocumentPage {
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
