import type { I18n } from '@lingui/core'
import { matchRoutes, type Location as Place, type RouteObject } from 'react-router'

import { addMessages, type MessageSet } from '../../i18n/load-i18n.ts'
import { loadNextPageWhole } from '../../routing/navigate-from-links.ts'
import { mayReload } from './reload-once.ts'

interface LoadPagesOptions {
  routes: RouteObject[]
  i18n: Promise<I18n>
  /** Where the shopper is going; undefined where the document itself is on its way. */
  target: () => Place | undefined
}

/**
 * Makes every page come with the words that only it says. A page of which a part cannot be had is loaded whole,
 * once; after that the error page says so.
 */
export function loadPages({ routes, i18n, target }: LoadPagesOptions): void {
  for (const route of routes) {
    const { lazy } = route
    if (typeof lazy !== 'function') continue
    const { messages = [] } = route.handle as { messages?: readonly MessageSet[] }
    route.lazy = async () => {
      try {
        const [loaded] = await Promise.all([lazy(), i18n.then((loading) => addMessages(loading, ...messages))])
        return loaded
      } catch (error) {
        return loadWhole(error, target())
      }
    }
  }
}

/**
 * Loads the document again, or that of the page that the shopper is going to, where that was not just done.
 * @throws the error itself where it was
 */
export async function loadWhole(error: unknown, target?: Place): Promise<never> {
  const { pathname, search, hash } = target ?? location
  if (!mayReload(pathname)) {
    // A browser does not ask twice within a document for a script that it could not have.
    loadNextPageWhole()
    throw error
  }
  const path = pathname + search + hash
  console.info('A part of the page could not be loaded; the page is loaded whole:', error)
  // On the way back the address is there already.
  if (location.href.endsWith(path)) location.reload()
  else location.assign(path)
  // The document that comes answers in this one's place.
  return new Promise(() => {})
}

/**
 * The page that the server rendered must be here before it wakes up: a suspended root would blank it.
 * @returns what it failed of, where it cannot be had
 */
export async function resolveMatchedPages(routes: RouteObject[]): Promise<unknown> {
  const pages = (matchRoutes(routes, location) ?? []).map(({ route }) => route)
  const loads = pages.map(async (route) => {
    const { lazy } = route
    if (typeof lazy !== 'function') return
    // Asked for once: the router would wait for it again.
    Object.assign(route, { lazy: undefined })
    Object.assign(route, await lazy())
  })
  return Promise.all(loads).then(
    () => undefined,
    (error: unknown) => error,
  )
}
