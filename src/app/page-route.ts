import type { RouteObject } from 'react-router'

import type { LayoutName } from '#shared/page/layout-names.ts'
import type { PagePath } from '#shared/page/page-paths.ts'

import type { MessageSet } from './i18n/load-i18n.ts'
import type { PrivatePage } from './routing/private-page.ts'
import type { PageMeta } from './seo/page-meta.ts'
import type { Theme } from './shell/color-mode/color-mode.ts'

/** `meta` exists only on the server. */
type PageModule = Pick<RouteObject, 'loader' | 'Component' | 'shouldRevalidate'> & {
  meta?: PageMeta<never>
}

interface PageOptions extends PrivatePage {
  /** Regardless of the shopper's setting. */
  colorMode?: Theme
  /** In addition to the common catalog. */
  messages?: readonly MessageSet[]
}

/** The id is the page's file without its extension. The server uses it to preload the page's chunk. */
export function page(
  path: PagePath,
  file: string,
  layout: LayoutName,
  lazy: () => Promise<PageModule>,
  options?: PageOptions,
): RouteObject {
  return { path, caseSensitive: true, id: `pages/${file}`, handle: { layout, ...options }, lazy }
}
