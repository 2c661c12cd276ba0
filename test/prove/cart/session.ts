import { subscribe } from 'valtio/vanilla'

import type { Cart } from '#shared/cart/cart.ts'
import { createMemoryStorage } from '#test/support/cart-store-scenario.ts'
import { createFakeClock, settleMicrotasks } from '#test/support/fake-clock.ts'

import { openPage, type BrowserPage } from './browser-page.ts'
import { BrokenPromise, createExpectations, VARIANTS } from './expectations.ts'
import { createFaultyShop, type Weather } from './faulty-shop.ts'

// Loaded in advance, because a dynamic import takes real time, which the virtual clock does not see.
await import('#app/cart/sync/cart-changes.ts')

const LONG_MS = 200_000
const DEBOUNCE_MS = 300

export type Session = ReturnType<typeof openSession>

export function openSession(weather: Weather[]) {
  const expected = createExpectations()
  const clock = createFakeClock(() => page.isFrozen() || expected.check(view()))
  const storage = createMemoryStorage()
  const shop = createFaultyShop(
    (milliseconds) =>
      milliseconds > 0 ? new Promise((resolve) => void clock.after(milliseconds, resolve)) : Promise.resolve(),
    weather,
    (variantId) => {
      const last = requestedAt.get(variantId) ?? -Infinity
      if (isPatient && clock.now() - last < DEBOUNCE_MS)
        expected.breach(`${variantId} was written before its delay was over`)
    },
  )
  /** True once something else changed the cart: the page may show stale data until it reads the cart again. */
  let isDisturbed = false
  let isPatient = true
  const requestedAt = new Map<string, number>()
  let page = open('USD')

  function open(currency: string): BrowserPage {
    const opened = openPage({ shop, storage, after: clock.after, currency })
    const { state } = opened.store
    let lastNumber = 0
    const listen = () => {
      const added = state.messages.filter(({ number }) => number > lastNumber)
      lastNumber = added.at(-1)?.number ?? lastNumber
      added.forEach(expected.receive)
    }
    subscribe(state, listen, true)
    void opened.store.init()
    return opened
  }

  const view = (): Cart => page.store.state.view
  const cartId = () => storage.get('cart_id') ?? ''
  const quantityIn = (cart: Cart | null | undefined, variantId: string) =>
    cart?.items.find((line) => line.variant_id === variantId)?.quantity ?? 0
  const isInStep = (variantId: string) =>
    shop.open() === 0 &&
    quantityIn(page.store.state.confirmed, variantId) === quantityIn(shop.backend.carts.get(cartId()), variantId)

  return {
    shop,
    clock,
    expected,
    page: () => page,
    shown: (variantId: string) => quantityIn(view(), variantId),
    allowEarlyWrites: () => void (isPatient = false),
    asked(variantId: string, quantity: number) {
      requestedAt.set(variantId, clock.now())
      shop.failed.delete(variantId)
      // A page that has not read its cart adds to an unknown quantity.
      const isKnown = page.store.state.confirmed !== null || !isDisturbed
      if (!isKnown) expected.trust(variantId, 'no')
      else if (expected.isTrusted(variantId) || isInStep(variantId)) expected.ask(variantId, Math.min(quantity, 99))
      else expected.trust(variantId, 'no')
    },
    disturbed(variantId: string) {
      isDisturbed = true
      expected.trust(variantId, 'no')
    },
    cartId,
    reopen(currency = 'USD') {
      // A shopper without a cart expects exactly the products that they added.
      const isNew = cartId() === '' && shop.backend.carts.size === 0
      isDisturbed = true
      // The resulting quantity is unknown before the first response, and if the cart disappeared unnoticed.
      const isOpen = shop.backend.carts.get(cartId())?.status === 'open' && shop.ordering() === 0
      const hasCart = isNew || (page.store.state.confirmed !== null && isOpen)
      for (const variantId of VARIANTS) {
        // A closed page does not report calls that had failed.
        const isCertain = hasCart && !(variantId in page.store.state.pending && shop.failed.has(variantId))
        if (!isCertain) expected.trust(variantId, 'no')
        else if (expected.isTrusted(variantId)) expected.trust(variantId, 'finally')
      }
      page.close()
      page = open(currency)
    },
    async end() {
      isPatient = false
      page.thaw()
      page.store.flush()
      await clock.pass(LONG_MS)
      if (!isDisturbed) expected.check(view(), true)
      await checkAtRest()
    },
  }

  async function checkAtRest(): Promise<void> {
    shop.weather.length = 0
    for (let reads = 0; reads < 2; reads += 1) {
      void page.store.refresh()
      await clock.pass(LONG_MS)
    }
    await settleMicrotasks()
    for (const variantId of shop.failed) if (!expected.isTrusted(variantId)) expected.trust(variantId, 'no')
    expected.check(view(), true)
    const { pending, confirmed } = page.store.state
    if (Object.keys(pending).length > 0) throw new BrokenPromise('a change stayed pending')
    const held = shop.backend.carts.get(cartId())
    // If no cart could be opened, the next product opens one.
    if (!held && view().items.length === 0) return
    if (held?.status !== 'open') throw new BrokenPromise('the shopper is left without a cart')
    for (const variantId of VARIANTS) {
      if (quantityIn(confirmed, variantId) !== quantityIn(held, variantId))
        throw new BrokenPromise(
          `the shop has ${quantityIn(held, variantId)} of ${variantId}, the page shows ${quantityIn(confirmed, variantId)}`,
        )
    }
    if (view().tax_pending) throw new BrokenPromise('the tax is left open')
    if (view().item_total !== held.item_total)
      throw new BrokenPromise(`the shop asks for ${held.item_total}, the page shows ${view().item_total}`)
  }
}
