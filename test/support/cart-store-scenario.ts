import { type CartStore, createCartStore } from '#app/cart/cart.store.ts'
import type { WithTabLock } from '#app/cart/sync/open-cart.ts'
import type { TextStorage } from '#app/routing/safe-storage.ts'
import { keyOfItem } from '#shared/cart/line-key.ts'

import { createFakeCartShop, type FakeCartShop } from './fake-cart-shop.ts'
import { createFakeClock, type FakeClock } from './fake-clock.ts'

/** A cart store with an in-memory shop, clock and storage. */
export interface CartStoreScenario {
  store: CartStore
  shop: FakeCartShop
  clock: FakeClock
  storage: TextStorage
  logged: string[]
  notified: (string | undefined)[]
  /** Quantities that the shopper sees, by `lineKey`. */
  shown(): Record<string, number>
  /** Number of `clearCache` calls. */
  cleared(): number
}

interface StoreScenarioOptions {
  /** Share it between scenarios to simulate tabs of one browser. */
  withTabLock?: WithTabLock
  storage?: TextStorage
  opensAtStart?: boolean
  shop?: FakeCartShop
  clock?: FakeClock
  /** Currency of the page and region of its visitor; those of the United States by default. */
  currency?: string
  regionId?: string
  /** Replaces the counter of `cleared`. */
  clearCache?: () => void
}

export function createCartStoreScenario(options: StoreScenarioOptions = {}): CartStoreScenario {
  const clock = options.clock ?? createFakeClock()
  const shop = options.shop ?? createFakeCartShop(clock.after)
  const storage = options.storage ?? createMemoryStorage()
  const logged: string[] = []
  const notified: (string | undefined)[] = []
  let cleared = 0
  const store = createCartStore({
    api: shop.api,
    storage,
    after: clock.after,
    log: (text) => logged.push(text),
    regionId: async () => options.regionId ?? 'reg_us',
    currency: options.currency ?? 'USD',
    opensAtStart: () => options.opensAtStart ?? true,
    clearCache: options.clearCache ?? (() => void (cleared += 1)),
    notifyOtherTabs: (cartId) => notified.push(cartId),
    withTabLock: options.withTabLock ?? ((task) => task()),
  })
  const shown = () => Object.fromEntries(store.state.view.items.map((line) => [keyOfItem(line), line.quantity]))
  return { store, shop, clock, storage, logged, notified, shown, cleared: () => cleared }
}

export function createMemoryStorage(): TextStorage {
  const texts = new Map<string, string>()
  return {
    get: (key) => texts.get(key),
    set: (key, value) => void texts.set(key, value),
    remove: (key) => void texts.delete(key),
  }
}

/** A scenario after `init`: the cart is open and the log of calls is empty. */
export async function openScenario(options?: StoreScenarioOptions): Promise<CartStoreScenario> {
  const scenario = createCartStoreScenario(options)
  await scenario.store.init()
  scenario.shop.calls.length = 0
  return scenario
}

export const RING = 'variant_a'
export const CHAIN = 'variant_b'

/** As `openScenario`, with rings in the cart. */
export async function scenarioWithRing(quantity = 1): Promise<CartStoreScenario> {
  const scenario = await openScenario()
  scenario.store.add({ variantId: RING, quantity, title: 'Ring' })
  await scenario.clock.pass(300)
  scenario.shop.calls.length = 0
  return scenario
}

/** Quantities in the backend's cart, by `lineKey`. */
export function cartOf(scenario: CartStoreScenario): Record<string, number> {
  return scenario.shop.quantities(scenario.storage.get('cart_id') ?? '')
}
