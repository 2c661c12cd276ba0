import type { ContentDocument } from '../document.ts'
import type { NavigationNode } from '../query/content-query.ts'

interface LayoutQuestion {
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
export function findLayout({ page, layout, navigation, globals, layoutFallbacks = ['theme'] }: LayoutQuestion): string {
  if (!page) return DEFAULT
  const nearest = navigation ? layoutAbove(navigation, page._path) : undefined
  const fallback = layoutFallbacks.map((name) => layoutOf(globals[name])).find(Boolean)
  return layoutOf(page) ?? layout ?? nearest ?? fallback ?? DEFAULT
}

/** Goes down the tree as far as the path does; home is above nothing but itself. */
function layoutAbove(nodes: NavigationNode[], path: string): string | undefined {
  const above = nodes.filter(({ _path }) => isAtOrUnder(path, _path))
  const deeper = above.map(({ children }) => (children ? layoutAbove(children, path) : undefined)).find(Boolean)
  return deeper ?? above.map(layoutOf).find(Boolean)
}

/** By whole segments: `/blogs-archive` is not under `/blogs`. */
function isAtOrUnder(path: string, folder: string): boolean {
  return path === folder || (folder !== '/' && path.startsWith(`${folder}/`))
}

function layoutOf(owner: unknown): string | undefined {
  const { layout } = (owner ?? {}) as { layout?: unknown }
  return typeof layout === 'string' && layout !== '' ? layout : undefined
}
