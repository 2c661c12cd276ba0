import { useEffect, useState, type ReactNode } from 'react'

import { createRegionFinder } from '../country/visitor-country.ts'
import { loadNextPageWhole } from '../routing/navigate-from-links.ts'
import { usePage } from '../routing/page-context.tsx'
import { createSafeStorage } from '../routing/safe-storage.ts'
import { CartApiError, createCartApi, createCallShop } from './cart-api.ts'
import { CartDrawer } from './cart-drawer.tsx'
import { createCartStore, type CartStore } from './cart.store.ts'
import { createOtherTabs, type OtherTabs } from './sync/open-cart.ts'
import { afterInBrowser } from './sync/serial-queue.ts'
import { CartContext } from './use-cart.ts'

/** Crawlers run scripts too, but they do not buy. */
const CRAWLER = /bot\b|crawl|spider|slurp|preview|lighthouse/i

/** The cart of this document, and its drawer. On the server it is empty and never written. */
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

/** As long as a page takes to go once the next one is asked for. */
const UNLOAD_MS = 1000

function createDocumentCart(page: ReturnType<typeof usePage>): {
  store: CartStore
  otherTabs: OtherTabs
} {
  const otherTabs = createOtherTabs()
  const callShop = createCallShop(page.locale)
  const storage = createSafeStorage()
  const log = (text: string, error: unknown) => {
    const notify = () => console.error(`${text}:`, error)
    // A page that is left gets no more answers: Firefox ends its requests first, and the page with its timers after
    // them.
    if (error instanceof CartApiError && error.status === 0) setTimeout(notify, UNLOAD_MS)
    else notify()
  }
  const store = createCartStore({
    api: createCartApi(callShop),
    storage,
    after: afterInBrowser,
    log,
    regionId: createRegionFinder({ callShop, storage, log }),
    currency: page.currency,
    opensAtStart: typeof navigator !== 'undefined' && !CRAWLER.test(navigator.userAgent),
    // Pages in the router's cache have prices in the old currency, so the next page is loaded as a whole document.
    clearCache: loadNextPageWhole,
    notifyOtherTabs: otherTabs.notify,
    alone: otherTabs.alone,
  })
  return { store, otherTabs }
}

/**
 * Ties the cart to the life of its page: pending writes are sent before the page is hidden, and the cart is read again
 * when the page returns or another tab changed it.
 * @returns a function that stops this
 */
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
  const stopWaiting = whenIdle(() => void store.init())
  return () => {
    life.abort()
    stopListening()
    stopWaiting()
  }
}

/** The page wakes up first. */
function whenIdle(action: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(action, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(action, { timeout: 1000 })
  return () => cancelIdleCallback(handle)
}
