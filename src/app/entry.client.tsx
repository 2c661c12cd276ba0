import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, RouterContextProvider, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'

import { App } from './app.tsx'
import { openLater } from './content/client/open-later.ts'
import { addWords, loadI18n, type Words } from './i18n/load-i18n.ts'
import { routes } from './routes.tsx'
import { createBrowserShopData } from './routing/browser-shop-data.ts'
import { navigateFromLinks } from './routing/navigate-from-links.ts'
import { PAGE_STATE_ID, type PageState } from './routing/page-state.ts'
import { createSafeStorage } from './routing/safe-storage.ts'
import { shopDataContext } from './routing/shop-data.ts'

import './styles.css'

const stateJson = document.getElementById(PAGE_STATE_ID)?.textContent ?? ''
const { hydration, ...page } = JSON.parse(stateJson) as PageState
const i18nLoads = loadI18n(page.locale)
for (const route of routes.flatMap(({ children = [] }) => children)) loadWithWords(route)
const [i18n] = await Promise.all([i18nLoads, resolveMatchedPages(routes)])

const preview = isPreviewTouched()
  ? await (await import('./preview/begin-preview.ts')).beginPreview(page.preview, i18n)
  : undefined
// A page that asks for none of it does not load what asks.
const content = openLater(async () =>
  (await import('./content/client/browser-content.ts')).createBrowserContent({ ...page, ...preview }),
)
const shopData = createBrowserShopData(page, content)
const router = createBrowserRouter(routes, {
  hydrationData: hydration,
  getContext: () => new RouterContextProvider(new Map([[shopDataContext, shopData]])),
})
// In a preview every link loads its page whole, so that nothing of it is kept for the pages after it.
if (!page.preview) navigateFromLinks(router, page.locale)
if (!preview?.isLeaving) startTransition(wake)

function wake(): void {
  hydrateRoot(
    document,
    <App i18n={i18n} page={page} stateJson={stateJson} late={new Map()} assets={{ styles: [], modules: [] }}>
      <RouterProvider router={router} />
    </App>,
    { onRecoverableError: (error) => console.error('Hydration failed:', error) },
  )
}

/** Whether the address or what the browser remembers speaks of a preview; one of both does on every page of one. */
function isPreviewTouched(): boolean {
  const session = createSafeStorage(() => sessionStorage)
  return /preview/.test(location.search + document.cookie) || session.get('previewToken') !== undefined
}

/** A page comes together with the words that only it says. */
function loadWithWords(route: RouteObject): void {
  const { lazy } = route
  const { words } = route.handle as { words?: readonly Words[] }
  if (typeof lazy !== 'function' || !words) return
  route.lazy = async () => {
    const [loaded] = await Promise.all([lazy(), i18nLoads.then((loading) => addWords(loading, ...words))])
    return loaded
  }
}

/** The page that the server rendered must be here before it wakes up: a suspended root would blank it. */
async function resolveMatchedPages(tree: RouteObject[]): Promise<void> {
  const matches = matchRoutes(tree, location) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
}
