import { CartApiError, type CartApi } from '#app/cart/cart-api.ts'
import { createCartStore } from '#app/cart/cart.store.ts'
import type { WithTabLock } from '#app/cart/sync/open-cart.ts'
import type { TextStorage } from '#app/routing/safe-storage.ts'
import type { After } from '#app/ui/timers.ts'
import { keyOfItem } from '#shared/cart/line-key.ts'

import { createFakeBackend } from './fake-backend.ts'
import { createFakeClock, type FakeClock } from './fake-clock.ts'

interface StoreScenarioOptions {
  withTabLock?: WithTabLock
  storage?: TextStorage
  opensAtStart?: boolean
  shop?: ReturnType<typeof createFakeCartShop>
  clock?: FakeClock
  currency?: string
  regionId?: string
  clearCache?: () => void
}

export function createCartStoreScenario(options: StoreScenarioOptions = {}) {
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
  return {
    store,
    shop,
    clock,
    storage,
    logged,
    notified,
    shown: (): Record<string, number> =>
      Object.fromEntries(store.state.view.items.map((line) => [keyOfItem(line), line.quantity])),
    held: () => shop.quantities(storage.get('cart_id') ?? ''),
    cleared: () => cleared,
  }
}

export function createMemoryStorage(): TextStorage {
  const texts = new Map<string, string>()
  return {
    get: (key) => texts.get(key),
    set: (key, value) => void texts.set(key, value),
    remove: (key) => void texts.delete(key),
  }
}

export async function openScenario(options?: StoreScenarioOptions) {
  const scenario = createCartStoreScenario(options)
  await scenario.store.init()
  scenario.shop.calls.length = 0
  return scenario
}

export const RING = 'variant_a'
export const CHAIN = 'variant_b'

export async function scenarioWithRing(quantity = 1) {
  const scenario = await openScenario()
  scenario.store.add({ variantId: RING, quantity, title: 'Ring' })
  await scenario.clock.pass(300)
  scenario.shop.calls.length = 0
  return scenario
}

function createFakeCartShop(after: After) {
  const { carts, stock, quantities, ...backend } = createFakeBackend()
  const calls: string[] = []
  const delays: number[] = []
  /** Faults of the next calls, in order: before the shop received the call, or after it, with the response lost. */
  const faults: ('refused' | 'lost' | CartApiError | undefined)[] = []
  const done = new Map<string, { number: number; change: number }>()

  async function call<Answer>(name: string, act: () => Answer): Promise<Answer> {
    calls.push(name)
    const fault = faults.shift()
    const delay = delays.shift() ?? 0
    const wait = () => (delay > 0 ? new Promise<void>((resolve) => void after(delay, resolve)) : Promise.resolve())
    if (fault instanceof CartApiError) throw fault
    if (fault === 'refused') {
      await wait()
      throw new CartApiError(503, { message: 'The shop is resting.' })
    }
    const answer = structuredClone(act())
    await wait()
    if (fault === 'lost') throw new CartApiError(0, {})
    return answer
  }

  const api: CartApi = {
    create: ({ region_id: regionId }) => call(`create ${regionId ?? ''}`.trim(), () => backend.create(regionId)),
    read: (cartId) => call('read', () => backend.read(cartId)),
    readCurrent: () => call('readCurrent', () => ({ cart: null })),
    update: (cartId, body) => call(`update ${Object.keys(body).join(' ')}`, () => backend.update(cartId, body)),
    recreate: (cartId, body) => call('recreate', () => backend.recreate(cartId, body.region_id)),
    setLine: (cartId, key, body) =>
      call(`setLine ${key} ${body.quantity} ${body.shown_price ?? ''}`.trim(), () => {
        const { operation = '', number = 0 } = body.write ?? {}
        const earlier = done.get(operation)
        if (earlier && earlier.number >= number) return backend.read(cartId)
        const answer = backend.setLine(cartId, key, body, earlier?.change)
        done.set(operation, { number, change: body.quantity - (body.base ?? body.quantity) })
        return answer
      }),
    complete: (cartId) => call('complete', () => backend.complete(cartId)),
  }
  return { api, carts, stock, quantities, calls, delays, faults }
}
