import { ref } from 'valtio/vanilla'

import type { CartAnswer, LineItem } from '#shared/api/cart.ts'
import type { Order } from '#shared/api/order.ts'

import { CartApiError, isUnclear, spoken, type CartApi } from '../cart-api.ts'
import type { CartState, CurrencyQuestion } from '../cart-state.ts'
import { say } from '../messages.ts'
import type { ConfirmedCart } from './confirmed-cart.ts'
import type { LineSync } from './line-sync.ts'
import type { OpenCart } from './open-cart.ts'
import type { SerialQueue } from './serial-queue.ts'

/** What concerns the whole cart, and is seldom wanted. */
export interface CartChanges {
  /**
   * Lets the cart follow the shopper to the region of their country; asks first where a payment has begun, and leaves
   * a cart that has an address to its address. Never throws.
   */
  followCountry(): Promise<void>
  /** The shopper's word on the question of the currency. Never throws. */
  answer(isYes: boolean): Promise<void>
  /** Opens a new cart with every line of this one; those that fail are skipped, and named. Never throws. */
  recreate(regionId?: string): Promise<void>
  /** @param codes all that are to hold @throws CartApiError which of them does not, in the page's language */
  setPromoCodes(codes: readonly string[]): Promise<void>
  /** Forgets everything, here and in the browser, and opens a new cart. Never throws. */
  reset(): Promise<void>
  /** @throws CartApiError where the order was not placed; the cart is then as it was */
  complete(options?: CompleteOptions): Promise<Order>
}

interface CompleteOptions {
  /** The cart that the shopper saw; the store's own where absent. */
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
  tellOtherTabs: (cartId: string | undefined) => void
  /** Forgets every wish, and then asks for these lines in the next cart. */
  startOver: (lines: readonly LineItem[]) => void
  /** Has the cart read anew, after what stands in the queue. */
  lookAgain: () => void
}

export function createCartChanges(options: CartChangesOptions): CartChanges {
  const { api, state, confirmed, queue, lines, log, tellOtherTabs } = options
  /** Where a cart would have followed to, had its shopper not to be asked. */
  let asked: string | undefined
  let resetting: Promise<void> | undefined

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
        tellOtherTabs(confirmed.id())
        return answer
      } catch (error) {
        // No answer is no proof that nothing happened; a cart that is not the visitor's any more is replaced.
        if (isUnclear(error) || isForbidden(error)) options.lookAgain()
        throw error
      }
    })
  }

  async function move(regionId: string, isConfirmed: boolean): Promise<void> {
    const hadPieces = state.view.items.length > 0
    try {
      const body = { region_id: regionId, ...(isConfirmed ? { confirm_currency: true } : {}) }
      const { notice } = await change((cartId) => api.update(cartId, body))
      clearCache()
      if (notice && hadPieces) say(state, { code: 'notice', text: notice })
    } catch (error) {
      const question = isConfirmed ? undefined : questionIn(error)
      if (question) {
        asked = regionId
        state.question = question
        return
      }
      log('Failed to recreate cart', error)
      say(state, { code: 'move-failed', text: spoken(error) })
    }
  }

  function clearCache(): void {
    try {
      options.clearCache()
    } catch (error) {
      log('Failed to clear cache', error)
    }
  }

  async function openNext(): Promise<void> {
    try {
      await queue.add(async () => void (confirmed.isGivenUp() && (await options.openCart.create())))
    } catch (error) {
      log('Failed to reset cart', error)
      say(state, { code: 'load-failed', text: spoken(error) })
    }
    tellOtherTabs(confirmed.id())
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
      // Where it is sent decides, once that is said.
      if (state.confirmed?.shipping_address?.address_1) return
      const regionId = await options.regionId()
      if (regionId && regionId !== state.confirmed?.region_id) await move(regionId, false)
    },
    async answer(isYes) {
      state.question = null
      if (isYes && asked) await move(asked, true)
    },
    async recreate(regionId) {
      try {
        const body = regionId ? { region_id: regionId } : {}
        const { notice, skipped } = await change((cartId) => api.recreate(cartId, body))
        for (const { variant_id: variantId, title } of skipped) {
          log('Failed to re-add item', new Error(`${variantId} did not come along`))
          say(state, { code: 'add-failed', piece: title })
        }
        if (notice) say(state, { code: 'notice', text: notice })
      } catch (error) {
        log('Failed to recreate cart', error)
        say(state, { code: 'move-failed', text: spoken(error) })
      }
    },
    async setPromoCodes(codes) {
      const { notice } = await change((cartId) => api.update(cartId, { promo_codes: [...codes] }))
      if (notice) say(state, { code: 'notice', text: notice })
    },
    reset() {
      lines.forgetAll()
      confirmed.drop()
      state.messages = ref([])
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
          confirmed.drop()
          state.messages = ref([])
          options.startOver(later)
          tellOtherTabs(undefined)
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

function questionIn(error: unknown): CurrencyQuestion | undefined {
  if (!(error instanceof CartApiError) || error.status !== 409) return undefined
  const details = error.details as { reason?: unknown; from?: unknown; to?: unknown } | undefined
  const { reason, from, to } = details ?? {}
  return reason === 'currency' && typeof from === 'string' && typeof to === 'string' ? { from, to } : undefined
}
