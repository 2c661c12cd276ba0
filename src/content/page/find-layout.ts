import type { ContentDocument } from '../document.ts'
import type { NavigationNode } from '../query/content-query.ts'

interface LayoutQuery {
  page: ContentDocument | null
  /** The route's own. */
  layout: string | undefined
  navigation: NavigationNode[] | null
  globals: Record<string, unknown>
  layoutFallbacks: readonly string[] | undefined
}

const DEFAULT = 'default'

/**
 * The layout of a page: what it says itself, then its route, then the nearest folder of the navigation, then the
 * globals that stand in, then `default`. Where there is no page, there is nothing to say it but `default`.
 */
export function findLayout({ page, layout, navigation, globals, layoutFallbacks = ['theme'] }: LayoutQuery): string {
  if (!page) return DEFAULT
  const nearest = navigation ? layoutAbove(navigation, page._path) : undefined
  const fallback = layoutFallbacks.map((name) => layoutOf(globals[name])).find(Boolean)
  return layoutOf(page) ?? layout ?? nearest ?? fallback ?? DEFAULT
}

/** Goes down the tree as far as the path does; home is above nothing but itself. */
function layoutAbove(nodes: NavigationNode[], path: string): string | undefined {
  const above = nodes.filter((node) => isAbove(node, path))
  const deeper = above.map(({ children }) => (children ? layoutAbove(children, path) : undefined)).find(Boolean)
  return deeper ?? above.map(layoutOf).find(Boolean)
}

/**
 * Whether a node is the page's own, or that of a folder which the page is in: by whole segments, since `/blogs-archive`
 * is not in `/blogs`. A node without children is no folder; it may be the index that stands in one under the same path.
 */
function isAbove({ _path, children }: NavigationNode, path: string): boolean {
  return path === _path || (children !== undefined && path.startsWith(`${_path}/`))
}

function layoutOf(owner: unknown): string | undefined {
  const { layout } = (owner ?? {}) as { layout?: unknown }
  return typeof layout === 'string' && layout !== '' ? layout : undefined
}
