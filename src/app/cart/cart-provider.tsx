import { useEffect, useState, type ReactNode } from 'react'

import { settleCountry } from '#app/country/visitor-country.ts'
import { loadNextPageWhole } from '#app/routing/navigate-from-links.ts'
import { usePage } from '#app/routing/page-context.tsx'
import { createSafeStorage } from '#app/routing/safe-storage.ts'
import type { CurrentRegion, IpLocation } from '#shared/country/visitor.ts'

import { CartApiError, createCartApi, createCallShop } from './cart-api.ts'
import { CartDrawer } from './cart-drawer.tsx'
import { createCartStore, type CartStore } from './cart.store.ts'
import { followPage } from './sync/follow-page.ts'
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
    // What a page still knows are prices of the old currency: the next one comes anew.
    clearCache: loadNextPageWhole,
    notifyOtherTabs: otherTabs.notify,
    alone: otherTabs.alone,
  })
  return { store, otherTabs }
}

interface RegionFinderOptions {
  callShop: <Answer>(method: 'GET', path: string) => Promise<Answer>
  storage: { set(key: string, value: string): void }
  log: (text: string, error: unknown) => void
}

/**
 * Finds the region in which this visitor's cart begins, once their country is settled as far as it can be.
 * @returns gives '' where the region could not be had: the backend then takes the shop's default
 */
export function createRegionFinder({ callShop, storage, log }: RegionFinderOptions): () => Promise<string> {
  return async () => {
    await settleCountry({
      fetchLocation: () => callShop<IpLocation>('GET', '/ip-location'),
      cookies: () => document.cookie,
      storage,
      wait: (milliseconds) => new Promise((resolve) => void setTimeout(resolve, milliseconds)),
      log,
    })
    try {
      return (await callShop<CurrentRegion>('GET', '/region/current')).regionId
    } catch (error) {
      log('Failed to fetch region ID', error)
      return ''
    }
  }
}
