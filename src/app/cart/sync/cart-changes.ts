import type { CartAnswer } from '#shared/api/cart.ts'

import { CartApiError, isUnclear, spoken, type CartApi } from '../cart-api.ts'
import type { CartState, CurrencyQuestion } from '../cart-state.ts'
import { say } from '../messages.ts'
import type { ConfirmedCart } from './confirmed-cart.ts'
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
}

export interface CartChangesOptions {
  api: CartApi
  state: CartState
  confirmed: ConfirmedCart
  queue: SerialQueue
  log: (text: string, error: unknown) => void
  regionId: () => Promise<string>
  clearCache: () => void
  tellOtherTabs: (cartId: string | undefined) => void
  /** Sends what still waits. */
  flush: () => void
  /** Has the cart read anew, after what stands in the queue. */
  lookAgain: () => void
}

export function createCartChanges(options: CartChangesOptions): CartChanges {
  const { api, state, confirmed, queue, log, tellOtherTabs } = options
  /** Where a cart would have followed to, had its shopper not to be asked. */
  let asked: string | undefined

  /** Runs a change after every line that waits. @returns what the shop answered */
  async function change<Answer extends CartAnswer>(ask: (cartId: string) => Promise<Answer>): Promise<Answer> {
    options.flush()
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
        // No answer is no proof that nothing happened.
        if (isUnclear(error)) options.lookAgain()
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
  }
}

function questionIn(error: unknown): CurrencyQuestion | undefined {
  if (!(error instanceof CartApiError) || error.status !== 409) return undefined
  const details = error.details as { reason?: unknown; from?: unknown; to?: unknown } | undefined
  const { reason, from, to } = details ?? {}
  return reason === 'currency' && typeof from === 'string' && typeof to === 'string' ? { from, to } : undefined
}
