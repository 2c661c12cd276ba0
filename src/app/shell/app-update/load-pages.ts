import { matchRoutes, type Location, type RouteObject } from 'react-router'

import { withMessages, type MessageSet } from '../../i18n/load-i18n.ts'
import { loadNextPageWhole } from '../../routing/navigate-from-links.ts'
import { mayReload } from './reload-once.ts'

interface LoadPagesOptions {
  routes: RouteObject[]
  /** Undefined while the document itself is loading. */
  target: () => Location | undefined
}

/**
 * Makes each lazy route load its messages together with its code. After a failure, the page is loaded once as a whole
 * document; after another one, the error page is shown.
 */
export function loadPages({ routes, target }: LoadPagesOptions): void {
  for (const route of routes) {
    const { lazy } = route
    if (typeof lazy !== 'function') continue
    const { messages = [] } = route.handle as { messages?: readonly MessageSet[] }
    route.lazy = async () => {
      try {
        return await withMessages(lazy(), ...messages)
      } catch (error) {
        return loadWhole(error, target())
      }
    }
  }
}

/**
 * Loads the target page, or the current one, as a whole document.
 * @throws the given error if the page was reloaded shortly before
 */
export async function loadWhole(error: unknown, target?: Location): Promise<never> {
  const { pathname, search, hash } = target ?? location
  if (!mayReload(pathname)) {
    // Within one document, a browser does not fetch a failed script again.
    loadNextPageWhole()
    throw error
  }
  const path = pathname + search + hash
  console.info('A part of the page could not be loaded; the page is loaded whole:', error)
  // After a back navigation, the URL is already that of the target.
  if (location.href.endsWith(path)) location.reload()
  else location.assign(path)
  // This promise never resolves, because the new document replaces this one.
  return new Promise(() => {})
}

/** A suspended root would blank the page, so its code is loaded before hydration. @returns the error, if any */
export async function resolveMatchedPages(routes: RouteObject[]): Promise<unknown> {
  const pages = (matchRoutes(routes, location) ?? []).map(({ route }) => route)
  const loads = pages.map(async (route) => {
    const { lazy } = route
    if (typeof lazy !== 'function') return
    // Without this, the router would load the route again.
    Object.assign(route, { lazy: undefined })
    Object.assign(route, await lazy())
  })
  return Promise.all(loads).then(
    () => undefined,
    (error: unknown) => error,
  )
}
