import { createCartStore } from '#app/cart/cart.store.ts'
import type { TextStorage } from '#app/routing/safe-storage.ts'
import type { After } from '#app/ui/timers.ts'

import type { FaultyShop } from './faulty-shop.ts'

export type BrowserPage = ReturnType<typeof openPage>

interface PageOptions {
  shop: FaultyShop
  storage: TextStorage
  after: After
  currency: string
}

export function openPage({ shop, storage, after, currency }: PageOptions) {
  let isClosed = false
  let frozen: { until: Promise<void>; end: () => void } | undefined
  const delayed: (() => void)[] = []
  const afterThaw: After = (milliseconds, action) => {
    let isCanceled = false
    const fire = () => void (isCanceled || isClosed || action())
    const cancel = after(milliseconds, () => (frozen ? delayed.push(fire) : fire()))
    return () => {
      isCanceled = true
      cancel()
    }
  }
  const store = createCartStore({
    api: shop.apiFor({ isClosed: () => isClosed, thawed: async () => frozen?.until }),
    storage,
    after: afterThaw,
    log: () => undefined,
    regionId: async () => shop.regionId,
    currency,
    opensAtStart: () => true,
    clearCache: () => undefined,
    notifyOtherTabs: () => undefined,
    withTabLock: (task) => task(),
  })
  function thaw(): void {
    frozen?.end()
    frozen = undefined
    delayed.splice(0).forEach((fire) => fire())
    void store.refresh()
  }

  return {
    store,
    thaw,
    isFrozen: () => frozen !== undefined,
    ensureVisible: () => void (frozen && thaw()),
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
