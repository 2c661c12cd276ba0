import { subscribe } from 'valtio/vanilla'

import type { Cart } from '#shared/cart/cart.ts'
import { createMemoryStorage } from '#test/support/cart-store-scenario.ts'
import { createFakeClock, settleMicrotasks, type FakeClock } from '#test/support/fake-clock.ts'

import { openPage, type BrowserPage } from './browser-page.ts'
import { BrokenPromise, createExpectations, VARIANTS, type Expectations } from './expectations.ts'
import { createFaultyShop, type FaultyShop, type Weather } from './faulty-shop.ts'

// Fetched when it is first wanted, which in virtual time has to be at once.
await import('#app/cart/sync/cart-changes.ts')

const LONG_MS = 200_000
/** Several clicks within it are one call. */
const WAIT_MS = 300

/** A shopper's session with the cart: the page before them, the shop behind it, and what they may expect. */
export interface Session {
  shop: FaultyShop
  clock: FakeClock
  expected: Expectations
  page(): BrowserPage
  shown(variantId: string): number
  /** Notes what the shopper asked for by what they have just clicked. */
  asked(variantId: string, quantity: number): void
  /** From now on what waits may be sent at any time. */
  hurry(): void
  /** Someone else, or something else, wrote to this line. */
  disturbed(variantId: string): void
  cartId(): string
  /** Goes away and comes back to a page whose prices are in another currency, or in the same. */
  reopen(currency?: string): void
  /** Lets everything come to rest, and looks whether all is as it should be. @throws BrokenPromise */
  end(): Promise<void>
}

export function openSession(weather: Weather[]): Session {
  const expected = createExpectations()
  const clock = createFakeClock(() => page.isFrozen() || expected.check(view()))
  let reported = 0
  // No two writes of a device leave at once, also where time stands still.
  Date.now = () => (reported = Math.max(reported + 1, clock.now()))
  const storage = createMemoryStorage()
  const shop = createFaultyShop(
    (milliseconds) =>
      milliseconds > 0 ? new Promise((resolve) => void clock.after(milliseconds, resolve)) : Promise.resolve(),
    weather,
    (variantId) => {
      const askedAt = waits.get(variantId) ?? -Infinity
      if (isPatient && clock.now() - askedAt < WAIT_MS)
        expected.breach(`${variantId} was written before its wait was over`)
    },
  )
  /** Not everything in the cart is this page's doing: what is shown may be old until it is looked at again. */
  let isDisturbed = false
  /** Until something happens that sends what waits, or asks for it again without a wait. */
  let isPatient = true
  /** When what still waits was asked for. */
  const waits = new Map<string, number>()
  let page = open('USD')
  // No page was before this one.
  reported += 20_000

  function open(currency: string): BrowserPage {
    const opened = openPage({ shop, storage, after: clock.after, currency })
    const { state } = opened.store
    let received = 0
    const listen = () => {
      const news = state.messages.filter(({ number }) => number > received)
      received = news.at(-1)?.number ?? received
      news.forEach(expected.receive)
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
    shown: (variantId) => quantityIn(view(), variantId),
    hurry: () => void (isPatient = false),
    asked(variantId, quantity) {
      waits.set(variantId, clock.now())
      shop.failed.delete(variantId)
      // What a page adds to a cart that it does not know yet counts on top of it, whatever that is.
      const isKnown = page.store.state.confirmed !== null || !isDisturbed
      if (!isKnown) expected.trust(variantId, 'no')
      else if (expected.isTrusted(variantId) || isInStep(variantId)) expected.ask(variantId, Math.min(quantity, 99))
      else expected.trust(variantId, 'no')
    },
    disturbed(variantId) {
      isDisturbed = true
      expected.trust(variantId, 'no')
    },
    cartId,
    reopen(currency = 'USD') {
      // Anyone who has never had a cart wants what they have added, and nothing else.
      const isNew = cartId() === '' && shop.backend.carts.size === 0
      isDisturbed = true
      // Before the first answer a page cannot say what a wish comes to; nor can it where the cart has gone unnoticed.
      const isOpen = shop.backend.carts.get(cartId())?.status === 'open' && shop.ordering() === 0
      const hasCart = isNew || (page.store.state.confirmed !== null && isOpen)
      for (const variantId of VARIANTS) {
        // Of what had failed already the shopper is no longer told.
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
      await rest()
    },
  }

  /** In good weather the page looks at the shop once more. */
  async function rest(): Promise<void> {
    shop.weather.length = 0
    for (let looks = 0; looks < 2; looks += 1) {
      void page.store.refresh()
      await clock.pass(LONG_MS)
    }
    await settleMicrotasks()
    for (const variantId of shop.failed) if (!expected.isTrusted(variantId)) expected.trust(variantId, 'no')
    expected.check(view(), true)
    const { pending, confirmed } = page.store.state
    if (Object.keys(pending).length > 0) throw new BrokenPromise('a wish was left waiting')
    const held = shop.backend.carts.get(cartId())
    // Where none could be opened the next product opens one.
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
