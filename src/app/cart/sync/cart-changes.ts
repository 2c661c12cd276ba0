import type { Cart, CartAnswer, LineItem } from '#shared/cart/cart.ts'
import { keyOfItem } from '#shared/cart/line-key.ts'

import { CartApiError, isUnclear, localized, type CartApi, type RecreatedCart } from '../cart-api.ts'
import type { CartState, CurrencyConfirmation } from '../cart-state.ts'
import { notify } from '../messages.ts'
import type { ConfirmedCart } from './confirmed-cart.ts'
import type { LineSync } from './line-sync.ts'
import type { OpenCart, WithTabLock } from './open-cart.ts'
import type { SerialQueue } from './serial-queue.ts'

export type CartChanges = ReturnType<typeof createCartChanges>

/** Operations on the whole cart. They are rare, so their code is in a separate chunk. */
export function createCartChanges(options: {
  api: CartApi
  state: CartState
  confirmed: ConfirmedCart
  queue: SerialQueue
  lines: LineSync
  openCart: OpenCart
  log: (text: string, error: unknown) => void
  regionId: () => Promise<string>
  clearCache: () => void
  notifyOtherTabs: (cartId: string | undefined) => void
  withTabLock: WithTabLock
  /** Drops all pending changes, then requests these lines and promotion codes for the next cart. */
  startOver: (lines: readonly LineItem[], codes?: readonly string[]) => void
  /** Reads the cart again after all tasks in the queue. */
  reload: () => void
}) {
  const { api, state, confirmed, queue, lines, openCart, log, notifyOtherTabs } = options
  let offeredRegion: string | undefined
  let resetting: Promise<void> | undefined
  let hasTriedNewCart = false

  async function change<Answer extends CartAnswer>(write: (cartId: string) => Promise<Answer>): Promise<Answer> {
    lines.flush(false)
    return queue.add(async () => {
      const cartId = confirmed.id()
      if (!cartId) throw new CartApiError(404, {})
      try {
        const before = confirmed.revision()
        const answer = await write(cartId)
        // A changed revision means that a newer response was applied, or that this cart was dropped or ordered.
        if (confirmed.revision() === before) confirmed.take(answer.cart)
        else options.reload()
        notifyOtherTabs(confirmed.id())
        return answer
      } catch (error) {
        // The write may have succeeded without a response. A cart that no longer belongs to the visitor is replaced.
        if (isUnclear(error) || isForbidden(error)) options.reload()
        throw error
      }
    })
  }

  async function move(regionId: string, isConfirmed: boolean): Promise<void> {
    const hadProducts = state.view.items.length > 0
    try {
      const body = { region_id: regionId, ...(isConfirmed ? { confirm_currency: true } : {}) }
      const { notice } = await change((cartId) => api.update(cartId, body))
      clearCache()
      if (notice && hadProducts) notify(state, { code: 'notice', text: notice })
    } catch (error) {
      const confirmation = isConfirmed ? undefined : confirmationOf(error)
      if (confirmation) {
        offeredRegion = regionId
        state.confirmation = confirmation
        return
      }
      log('Failed to recreate cart', error)
      notify(state, { code: 'move-failed', text: localized(error) })
    }
  }

  function clearCache(): void {
    try {
      options.clearCache()
    } catch (error) {
      log('Failed to clear cache', error)
    }
  }

  async function setCodes(codes: readonly string[]): Promise<void> {
    const { notice } = await change((cartId) => api.update(cartId, { promo_codes: [...codes] }))
    if (notice) notify(state, { code: 'notice', text: notice })
  }

  /** `held` is null if the browser does not store the cookie even after one attempt with a new cart. */
  async function readOrRecreateHeld(old: Cart): Promise<{ held: Cart | null; made?: RecreatedCart }> {
    const known = await openCart.readHeld()
    if (known || hasTriedNewCart) return { held: known }
    hasTriedNewCart = true
    const region = await options.regionId()
    const answer = await options.withTabLock(async () => {
      const theirs = await openCart.readHeld()
      if (theirs) return { held: theirs }
      const made = await api.recreate(old.id, region ? { region_id: region } : {})
      return { held: await openCart.readHeld(), made }
    })
    hasTriedNewCart = answer.held === null
    return answer
  }

  async function mergeIntoHeld(cart: Cart): Promise<Cart | null> {
    const era = confirmed.era()
    const { held, made } = await readOrRecreateHeld(cart)
    if (confirmed.era() !== era) return null
    if (!held) return cart
    confirmed.take(cart)
    const { items } = state.view
    confirmed.drop()
    confirmed.take(held)
    // Both carts may contain the same product, added by the API or by another tab, so the quantities are not summed. A
    // line that the API skipped is requested again, so that the error names its product.
    const missing = items.filter((line) => line.quantity > confirmed.quantity(keyOfItem(line)))
    const codes = cart.promo_codes.filter((code) => !held.promo_codes.includes(code))
    options.startOver(missing, codes)
    if (missing.length > 0 || (made && items.length > 0)) notify(state, { code: 'replaced' })
    if (made?.notice && missing.length === 0) notify(state, { code: 'notice', text: made.notice })
    notifyOtherTabs(confirmed.id())
    return null
  }

  function dropGone(isOrdered: boolean): void {
    const { items } = state.view
    const isLoss = (state.confirmed?.items.length ?? 0) > 0
    const isWanted = !isOrdered || !state.isSettled
    // Promotion codes of an ordered cart are used up.
    const codes = isOrdered ? [] : state.confirmed?.promo_codes
    confirmed.drop()
    options.startOver(isWanted ? items : [], codes)
    if (isLoss) notify(state, { code: isWanted ? 'replaced' : 'ordered' })
  }

  function forget(next: readonly LineItem[] = []): void {
    confirmed.drop()
    state.messages = []
    options.startOver(next)
  }

  async function openNext(): Promise<void> {
    try {
      await queue.add(async () => void (confirmed.isDropped() && (await openCart.create())))
    } catch (error) {
      log('Failed to reset cart', error)
      notify(state, { code: 'load-failed', text: localized(error) })
    }
    notifyOtherTabs(confirmed.id())
  }

  async function busy<Result>(action: () => Promise<Result>): Promise<Result> {
    state.loading = true
    try {
      return await action()
    } finally {
      state.loading = false
    }
  }

  function addedLater(): LineItem[] {
    return state.view.items
      .filter((line) => state.pending[keyOfItem(line)]?.isAdd)
      .map((line) => ({ ...line, quantity: line.quantity - confirmed.quantity(keyOfItem(line)) }))
      .filter((line) => line.quantity > 0)
  }

  return {
    /** Asks the shopper first if a payment has begun. A cart with an address is not moved. Never throws. */
    async followCountry() {
      // If the cart has a shipping address, that address determines the region.
      if (state.confirmed?.shipping_address?.address_1) return
      const regionId = await options.regionId()
      if (regionId && regionId !== state.confirmed?.region_id) await move(regionId, false)
    },
    /** Answers `state.confirmation`. If `isYes`, moves the cart to the new currency. Never throws. */
    async answer(isYes: boolean) {
      state.confirmation = null
      if (isYes && offeredRegion) await move(offeredRegion, true)
    },
    /**
     * Replaces the stored cart if it is gone, was ordered or may no longer be written (its cookie expired, was cleared or
     * names another cart). Lines, codes and pending changes move to the cookie's cart, or to a new one. Runs in the
     * queue.
     * @param era `confirmed.era()` at the time of the read
     * @returns null; if the browser stores no cookies, `cart` itself, so that it can be shown but not changed
     */
    async recreate(cart: Cart | null, era: number) {
      if (confirmed.era() !== era) return null
      if (cart?.status === 'open') return mergeIntoHeld(cart)
      dropGone(cart !== null)
      // A form or another tab may already have created the next cart. Only the cookie shows this.
      const next = await openCart.readHeld()
      if (!confirmed.isDropped()) return null
      if (next) confirmed.take(next)
      else await openCart.create()
      notifyOtherTabs(confirmed.id())
      return null
    },
    /** `codes` is the complete list. @throws CartApiError that names a refused code, in the page's language */
    setPromoCodes: setCodes,
    /** Adds to the codes of the cart. The shopper is notified of each refused code. Never throws. */
    async addPromoCodes(codes: readonly string[]) {
      const era = confirmed.era()
      let left = [...codes]
      while (left.length > 0 && confirmed.era() === era) {
        try {
          return await setCodes([...new Set([...(state.confirmed?.promo_codes ?? []), ...left])])
        } catch (error) {
          // The cart was dropped, and its promotion codes with it.
          if (confirmed.era() !== era) return
          log('Failed to re-apply promotion codes', error)
          const refused = refusedCodeOf(error)
          const isOne = refused !== undefined && left.includes(refused)
          for (const code of isOne ? [refused] : left) {
            notify(state, { code: 'code-failed', name: code, text: localized(error) })
          }
          left = isOne ? left.filter((code) => code !== refused) : []
        }
      }
    },
    /** Drops the cart and everything pending, for example after sign-out, then creates a new cart. Never throws. */
    reset() {
      forget()
      // Concurrent resets share one new cart.
      resetting ??= busy(openNext).finally(() => (resetting = undefined))
      return resetting
    },
    /**
     * Products that were added while the order was being placed move to the next cart.
     * @throws CartApiError if the order was not placed; the cart is then unchanged
     */
    complete: ({
      cartId,
      ...body
    }: {
      /** Id of the cart that the shopper saw. Default: the store's own cart. */
      cartId?: string
      /** The total that the shopper saw, in hundredths. The order is refused if the cart's total is another one. */
      total?: number
    } = {}) =>
      busy(async () => {
        lines.flush(false)
        try {
          const { order } = await queue.add(() => api.complete(cartId ?? confirmed.id() ?? 'current', body))
          const later = addedLater()
          forget(later)
          notifyOtherTabs(undefined)
          return order
        } catch (error) {
          log('Failed to complete cart', error)
          if (isForbidden(error)) options.reload()
          throw error
        }
      }),
  }
}

/** Returns whether the API refused the call because the visitor's cookie does not name the cart. */
function isForbidden(error: unknown): boolean {
  return error instanceof CartApiError && error.status === 403
}

function refusedCodeOf(error: unknown): string | undefined {
  const details = error instanceof CartApiError ? (error.details as { code?: string } | undefined) : undefined
  return details?.code
}

function confirmationOf(error: unknown): CurrencyConfirmation | undefined {
  if (!(error instanceof CartApiError) || error.status !== 409) return undefined
  const details = error.details as { reason?: unknown; from?: unknown; to?: unknown } | undefined
  const { reason, from, to } = details ?? {}
  return reason === 'currency' && typeof from === 'string' && typeof to === 'string' ? { from, to } : undefined
}
