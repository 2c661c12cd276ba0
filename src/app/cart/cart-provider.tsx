import { useEffect, useState, type ReactNode } from 'react'

import { createRegionFinder } from '../country/visitor-country.ts'
import { loadNextPageWhole } from '../routing/navigate-from-links.ts'
import { usePage } from '../routing/page-context.tsx'
import { createSafeStorage } from '../routing/safe-storage.ts'
import { afterInBrowser } from '../ui/timers.ts'
import { CartApiError, createCartApi, createCallShop } from './cart-api.ts'
import { CartDrawer } from './cart-drawer.tsx'
import { createCartStore, type CartStore } from './cart.store.ts'
import { createOtherTabs, UNLOAD_MS, type OtherTabs } from './sync/open-cart.ts'
import { CartContext } from './use-cart.ts'

/** Crawlers run scripts too, but must not create carts. */
const CRAWLER = /bot\b|crawl|spider|slurp|preview|lighthouse/i

/** On the server the cart is empty and is never changed. */
export function CartProvider({ children }: { children: ReactNode }) {
  const page = usePage()
  const [{ store, otherTabs }] = useState(() => createDocumentCart(page))
  useEffect(() => followPage(store, otherTabs), [store, otherTabs])
  return (
    <CartContext value={store}>
      {children}
      <CartDrawer />
    </CartContext>
  )
}

function createDocumentCart(page: ReturnType<typeof usePage>): {
  store: CartStore
  otherTabs: OtherTabs
} {
  const otherTabs = createOtherTabs()
  const callShop = createCallShop(page.locale)
  const storage = createSafeStorage()
  const log = (text: string, error: unknown) => {
    const report = () => console.error(`${text}:`, error)
    // When a navigation starts, Firefox aborts the old page's requests, then discards the page with its timers. The
    // delay keeps these aborts out of the log.
    if (error instanceof CartApiError && error.status === 0)
      setTimeout(() => void (globalThis.hasSubmittedForm || report()), UNLOAD_MS)
    else report()
  }
  const store = createCartStore({
    api: createCartApi(callShop),
    storage,
    after: afterInBrowser,
    log,
    regionId: createRegionFinder({ callShop, storage, log }),
    currency: page.currency,
    opensAtStart: () => !CRAWLER.test(navigator.userAgent) && !globalThis.hasSubmittedForm,
    // Cached pages of the router show prices in the old currency, so the next page is loaded as a whole document.
    clearCache: loadNextPageWhole,
    notifyOtherTabs: otherTabs.notify,
    withTabLock: otherTabs.withTabLock,
  })
  return { store, otherTabs }
}

function followPage(store: CartStore, otherTabs: OtherTabs): () => void {
  const life = new AbortController()
  const { signal } = life
  const refreshIfSeen = () => {
    if (document.visibilityState === 'visible') void store.refresh()
  }
  addEventListener('pagehide', store.leave, { signal })
  addEventListener('pageshow', ({ persisted }) => persisted && void store.refresh(), { signal })
  document.addEventListener(
    'visibilitychange',
    () => (document.visibilityState === 'hidden' ? store.flush() : refreshIfSeen()),
    { signal },
  )
  const stopListening = otherTabs.listen(refreshIfSeen)
  const cancelInit = whenIdle(() => void store.init())
  return () => {
    life.abort()
    stopListening()
    cancelInit()
  }
}

/** Runs the action when the browser is idle, so that it does not delay hydration. */
function whenIdle(action: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(action, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(action, { timeout: 1000 })
  return () => cancelIdleCallback(handle)
}
