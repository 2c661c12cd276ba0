import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import {
  matchRoutes,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_createRouter as createRouter,
  UNSAFE_defaultMapRouteProperties as mapRouteProperties,
  UNSAFE_hydrationRouteProperties as hydrationRouteProperties,
  type RouteObject,
} from 'react-router'
import { RouterProvider } from 'react-router/dom'

import { App } from './app.tsx'
import { loadI18n } from './i18n/load-i18n.ts'
import { createRoutes } from './routes.tsx'
import { loadDataOf } from './routing/load-data.ts'
import { clientTarget, navigateFromLinks } from './routing/navigate-from-links.ts'
import { PAGE_STATE_ID, type PageState } from './routing/page-state.ts'
import { isPrivateMatch } from './routing/private-page.ts'
import { createSafeStorage } from './routing/safe-storage.ts'
import { FindPage } from './shell/app-update/find-page.ts'
import { loadPages, loadWhole, resolveMatchedPages } from './shell/app-update/load-pages.ts'
import { whenIdle } from './ui/when-idle.ts'

const stateJson = document.getElementById(PAGE_STATE_ID)?.textContent ?? ''
const { hydration, ...page } = JSON.parse(stateJson) as PageState
const i18nLoads = loadI18n(page.locale).catch(loadWhole)
const routes = await findRoutes()
let router: ReturnType<typeof createRouter> | undefined = undefined
loadPages({
  routes: routes.flatMap(withChildren),
  target: () => router?.state.navigation.location,
})
const [i18n, failure] = await Promise.all([i18nLoads, resolveMatchedPages(routes)])
await nextTick()
// Creating the first number formatter takes 40 ms on a slow phone, so it runs in a task of its own.
i18n.number(0)
await nextTick()

const isUnloading =
  isPreviewTouched() && (await (await import('./shell/preview/begin-preview.ts')).beginPreview(page.preview))
// `createBrowserRouter` does this too, but its module also contains links and forms, which no page here uses.
router = createRouter({
  routes,
  history: createBrowserHistory(),
  mapRouteProperties,
  hydrationRouteProperties,
  hydrationData: hydration,
  dataStrategy: loadDataOf(page),
}).initialize()
// In a preview every link loads a whole document, so that no preview data remains for later pages. So does every link of
// a page that stays as the server made it.
if (!page.preview && !failure) navigateFromLinks(router, page.locale)
const app = (
  <App i18n={i18n} page={page} stateJson={stateJson} deferred={new Map()}>
    <FindPage value={findPage}>
      <RouterProvider router={router} />
    </FindPage>
  </App>
)
await nextTick()
if (failure) console.error('A part of the page could not be loaded; it stays as the server made it:', failure)
else if (!isUnloading) startTransition(hydratePage)
// If the code cannot be loaded, the next page syncs.
whenIdle(() => void syncAccount().catch(() => undefined))

/** Returns the routes that this document can reach. Only a private page reaches private pages. */
async function findRoutes(): Promise<RouteObject[]> {
  const publicRoutes = createRoutes()
  if (!isPrivateMatch((matchRoutes(publicRoutes, location) ?? []).map(({ route }) => route))) return publicRoutes
  return createRoutes((await import('./private-pages.tsx').catch(loadWhole)).privatePages)
}

function withChildren(route: RouteObject): RouteObject[] {
  return [route, ...(route.children ?? []).flatMap(withChildren)]
}

/** Waits a tick, so that the browser can handle input. Uninterrupted hydration takes too long on a slow phone. */
function nextTick(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => resolve(port1.close()), { once: true })
    port1.start()
    port2.postMessage(null)
  })
}

function hydratePage(): void {
  hydrateRoot(document, app, { onRecoverableError: (error) => console.error('Hydration failed:', error) })
}

/** Loads the code for accounts only in a browser in which someone has signed in. */
async function syncAccount(): Promise<void> {
  if (!page.preview && createSafeStorage().get('customer_id'))
    (await import('./account/sync-saved.ts')).syncSaved(page.locale)
}

function findPage(link: HTMLAnchorElement): RouteObject | undefined {
  const target = page.preview ? undefined : clientTarget(link, page.locale, routes)
  return target && matchRoutes(routes, target.pathname)?.at(-1)?.route
}

/** On every page of a preview, the URL or the browser's storage mentions it. */
function isPreviewTouched(): boolean {
  const session = createSafeStorage(() => sessionStorage)
  return /preview/.test(location.search + document.cookie) || session.get('previewToken') !== undefined
}
