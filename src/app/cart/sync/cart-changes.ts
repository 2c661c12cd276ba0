import type { Cart, CartAnswer, LineItem } from '#shared/cart/cart.ts'
import type { Order } from '#shared/order/order.ts'

import { CartApiError, isUnclear, localized, type CartApi, type RecreatedCart } from '../cart-api.ts'
import { hasPending, type CartState, type CurrencyConfirmation } from '../cart-state.ts'
import { notify } from '../messages.ts'
import type { ConfirmedCart } from './confirmed-cart.ts'
import type { LineSync } from './line-sync.ts'
import type { OpenCart, Alone } from './open-cart.ts'
import type { SerialQueue } from './serial-queue.ts'

/** What concerns the whole cart, and is seldom wanted. */
export interface CartChanges {
  /**
   * Moves the cart to the region of the shopper's country. Asks first if a payment has begun, and does not move a cart
   * that has an address. Never throws.
   */
  followCountry(): Promise<void>
  /** The shopper's word on the question of the currency. Never throws. */
  answer(isYes: boolean): Promise<void>
  /** @param codes all that are to hold @throws CartApiError which of them does not, in the page's language */
  setPromoCodes(codes: readonly string[]): Promise<void>
  /**
   * Replaces the stored cart, because it is gone, was ordered, or may no longer be written (its cookie expired, was
   * cleared, or names another cart). Its lines, promotion codes and pending changes move to the cart of the cookie, or
   * to a new one. A line that cannot be added is skipped and named. Runs in the queue.
   * @param cart as it was read; null if it is gone
   */
  recreate(cart: Cart | null, era: number): Promise<Cart | null>
  /** Adds the codes of a replaced cart to those that the cart has. A code that is refused is named. Never throws. */
  addPromoCodes(codes: readonly string[]): Promise<void>
  /**
   * Forgets the cart of a visitor who goes, as at sign-out: its waits, its pending lines, its messages and its id, here
   * and in the browser's storage. Opens a new cart. Never throws.
   */
  reset(): Promise<void>
  /**
   * Places the order, and forgets the cart as `reset` does; the next page, or the next product, opens a new cart. What
   * was added while the order was on its way is put into that one.
   * @throws CartApiError if the order was not placed; the cart is then as it was
   */
  complete(options?: CompleteOptions): Promise<Order>
}

interface CompleteOptions {
  /** The cart that the shopper saw; the store's own by default. */
  cartId?: string
}

export interface CartChangesOptions {
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
  alone: Alone
  /** Forgets every wish, and then asks for these lines and promotion codes in the next cart. */
  startOver: (lines: readonly LineItem[], codes?: readonly string[]) => void
  /** Reads the cart again after everything in the queue. */
  lookAgain: () => void
}

export function createCartChanges(options: CartChangesOptions): CartChanges {
  const { api, state, confirmed, queue, lines, openCart, log, notifyOtherTabs } = options
  /** The currency to which the cart would have moved if the shopper did not have to be asked. */
  let asked: string | undefined
  let resetting: Promise<void> | undefined
  let hasTriedCookie = false

  /** Runs a change after every line that waits. @returns what the shop answered */
  async function change<Answer extends CartAnswer>(ask: (cartId: string) => Promise<Answer>): Promise<Answer> {
    lines.flush(false)
    return queue.add(async () => {
      const cartId = confirmed.id()
      if (!cartId) throw new CartApiError(404, {})
      try {
        const before = confirmed.revision()
        const answer = await ask(cartId)
        // What was taken in meanwhile is newer; reset or bought, the answer speaks of another cart.
        if (confirmed.revision() === before) confirmed.take(answer.cart)
        else options.lookAgain()
        notifyOtherTabs(confirmed.id())
        return answer
      } catch (error) {
        // No answer is no proof that nothing happened; a cart that is not the visitor's any more is replaced.
        if (isUnclear(error) || isForbidden(error)) options.lookAgain()
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
      const confirmation = isConfirmed ? undefined : confirmationIn(error)
      if (confirmation) {
        asked = regionId
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

  /**
   * @param old cart whose lines the new cart gets
   * @returns the cookie's cart; null if the browser does not store the cookie, after one attempt with a new cart.
   * `made` is the response that created it, if this page did.
   */
  async function readOrRecreateHeld(old: Cart): Promise<{ held: Cart | null; made?: RecreatedCart }> {
    const known = await openCart.readHeld()
    if (known || hasTriedCookie) return { held: known }
    hasTriedCookie = true
    const region = await options.regionId()
    const answer = await options.alone(async () => {
      const theirs = await openCart.readHeld()
      if (theirs) return { held: theirs }
      const made = await api.recreate(old.id, region ? { region_id: region } : {})
      return { held: await openCart.readHeld(), made }
    })
    hasTriedCookie = answer.held === null
    return answer
  }

  async function takeAlong(cart: Cart): Promise<Cart | null> {
    const era = confirmed.era()
    const { held, made } = await readOrRecreateHeld(cart)
    if (confirmed.era() !== era) return null
    if (!held) return cart
    confirmed.take(cart)
    const { items } = state.view
    confirmed.drop()
    confirmed.take(held)
    // Both may have the same product, because the shop or another tab has put it there: no quantity is added up. A line
    // that the shop skipped is asked for once more, so that its refusal names it.
    const missing = items.filter((line) => line.quantity > confirmed.quantity(line.variant_id))
    const codes = cart.promo_codes.filter((code) => !held.promo_codes.includes(code))
    options.startOver(missing, codes)
    if (missing.length > 0 || (made && items.length > 0)) notify(state, { code: 'replaced' })
    if (made?.notice && missing.length === 0) notify(state, { code: 'notice', text: made.notice })
    notifyOtherTabs(confirmed.id())
    return null
  }

  /**
   * The lines of a lost cart are wanted in the next one; those of an ordered cart only if the shopper goes on with
   * them.
   */
  function leave(isBought: boolean): void {
    const { items } = state.view
    const isLoss = (state.confirmed?.items.length ?? 0) > 0
    const isWanted = !isBought || hasPending(state)
    // Promotion codes of an order have been used.
    const codes = isBought ? [] : state.confirmed?.promo_codes
    confirmed.drop()
    options.startOver(isWanted ? items : [], codes)
    if (isLoss) notify(state, { code: isWanted ? 'replaced' : 'ordered' })
  }

  /** @param later what is asked for in the next cart */
  function forget(later: readonly LineItem[] = []): void {
    confirmed.drop()
    state.messages = []
    options.startOver(later)
  }

  async function openNext(): Promise<void> {
    try {
      await queue.add(async () => void (confirmed.isGivenUp() && (await openCart.create())))
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

  /** What was added while the order was on its way, and is not in it. */
  function addedLater(): LineItem[] {
    return state.view.items
      .filter((line) => state.pending[line.variant_id]?.isAdd)
      .map((line) => ({ ...line, quantity: line.quantity - confirmed.quantity(line.variant_id) }))
      .filter((line) => line.quantity > 0)
  }

  return {
    async followCountry() {
      // Once there is an address, the address decides.
      if (state.confirmed?.shipping_address?.address_1) return
      const regionId = await options.regionId()
      if (regionId && regionId !== state.confirmed?.region_id) await move(regionId, false)
    },
    async answer(isYes) {
      state.confirmation = null
      if (isYes && asked) await move(asked, true)
    },
    async recreate(cart, era) {
      if (confirmed.era() !== era) return null
      if (cart?.status === 'open') return takeAlong(cart)
      leave(cart !== null)
      // A form, or another tab, may have opened the next one already: only its cookie knows.
      const next = await openCart.readHeld()
      if (!confirmed.isGivenUp()) return null
      if (next) confirmed.take(next)
      else await openCart.create()
      notifyOtherTabs(confirmed.id())
      return null
    },
    setPromoCodes: setCodes,
    async addPromoCodes(codes) {
      const era = confirmed.era()
      let wanted = [...codes]
      while (wanted.length > 0 && confirmed.era() === era) {
        try {
          return await setCodes([...new Set([...(state.confirmed?.promo_codes ?? []), ...wanted])])
        } catch (error) {
          // Let go meanwhile: the codes were of another cart.
          if (confirmed.era() !== era) return
          log('Failed to re-apply promotion codes', error)
          const refused = codeIn(error)
          const isOne = refused !== undefined && wanted.includes(refused)
          for (const code of isOne ? [refused] : wanted) {
            notify(state, { code: 'code-failed', name: code, text: localized(error) })
          }
          wanted = isOne ? wanted.filter((code) => code !== refused) : []
        }
      }
    },
    reset() {
      forget()
      // Two resets, one new cart.
      resetting ??= busy(openNext).finally(() => (resetting = undefined))
      return resetting
    },
    complete: ({ cartId } = {}) =>
      busy(async () => {
        lines.flush(false)
        try {
          const { order } = await queue.add(() => api.complete(cartId ?? confirmed.id() ?? 'current'))
          const later = addedLater()
          forget(later)
          notifyOtherTabs(undefined)
          return order
        } catch (error) {
          log('Failed to complete cart', error)
          if (isForbidden(error)) options.lookAgain()
          throw error
        }
      }),
  }
}

/** Whether the shop refused because the visitor's cookie does not name the cart. */
function isForbidden(error: unknown): boolean {
  return error instanceof CartApiError && error.status === 403
}

/** @returns the promotion code that the shop refused, if it refused one */
function codeIn(error: unknown): string | undefined {
  const details = error instanceof CartApiError ? (error.details as { code?: string } | undefined) : undefined
  return details?.code
}

function confirmationIn(error: unknown): CurrencyConfirmation | undefined {
  if (!(error instanceof CartApiError) || error.status !== 409) return undefined
  const details = error.details as { reason?: unknown; from?: unknown; to?: unknown } | undefined
  const { reason, from, to } = details ?? {}
  return reason === 'currency' && typeof from === 'string' && typeof to === 'string' ? { from, to } : undefined
}
