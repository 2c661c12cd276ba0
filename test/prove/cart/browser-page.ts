import { createCartStore, type CartStore } from '#app/cart/cart.store.ts'
import type { After } from '#app/cart/sync/serial-queue.ts'
import type { TextStorage } from '#app/routing/safe-storage.ts'

import type { FaultyShop } from './faulty-shop.ts'

/** A page with a cart in it, that can be frozen and closed as browsers do. */
export interface BrowserPage {
  store: CartStore
  /** While it is, no one sees it. */
  isFrozen(): boolean
  freeze(): void
  thaw(): void
  /** Thaws it where it is frozen. */
  hydrate(): void
  close(): void
}

interface PageOptions {
  shop: FaultyShop
  storage: TextStorage
  after: After
  /** Of the page's prices; ISO 4217. */
  currency: string
}

export function openPage({ shop, storage, after, currency }: PageOptions): BrowserPage {
  let isClosed = false
  let frozen: { until: Promise<void>; end: () => void } | undefined
  const late: (() => void)[] = []
  const whenHydrated: After = (milliseconds, action) => {
    let isOff = false
    const fire = () => void (isOff || isClosed || action())
    const cancel = after(milliseconds, () => (frozen ? late.push(fire) : fire()))
    return () => {
      isOff = true
      cancel()
    }
  }
  const store = createCartStore({
    api: shop.apiFor({ isClosed: () => isClosed, thawed: async () => frozen?.until }),
    storage,
    after: whenHydrated,
    log: () => undefined,
    regionId: async () => shop.regionId,
    currency,
    opensAtStart: true,
    clearCache: () => undefined,
    notifyOtherTabs: () => undefined,
    withTabLock: (task) => task(),
  })
  function thaw(): void {
    frozen?.end()
    frozen = undefined
    late.splice(0).forEach((fire) => fire())
    void store.refresh()
  }

  return {
    store,
    thaw,
    isFrozen: () => frozen !== undefined,
    hydrate: () => void (frozen && thaw()),
    freeze() {
      store.leave()
      const { promise, resolve } = Promise.withResolvers<void>()
      frozen ??= { until: promise, end: resolve }
    },
    close() {
      store.leave()
      isClosed = true
    },
  }
}
