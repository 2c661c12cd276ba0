import type { Cart, LineItem } from '#shared/api/cart.ts'
import type { Order } from '#shared/api/order.ts'

import type { TextStorage } from '../routing/safe-storage.ts'
import { CartApiError, type CartApi } from './cart-api.ts'
import { createCartState, say, setPending } from './cart-state.ts'
import type { CartMessage, CartState } from './cart-state.ts'
import { isTemporary } from './cart-view.ts'
import type { PieceDetails } from './pending-lines.ts'
import { createConfirmedCart } from './sync/confirmed-cart.ts'
import { createLineSync } from './sync/line-sync.ts'
import { createOpenCart } from './sync/open-cart.ts'
import { createSerialQueue } from './sync/serial-queue.ts'
import type { After } from './sync/timers.ts'

export interface CartStoreOptions {
  api: CartApi
  storage: TextStorage
  after: After
  log: (text: string, error: unknown) => void
  /** Tells where a new cart is opened; '' leaves it to the backend. Never throws. */
  regionId: () => Promise<string>
  /** Of the cart that is shown before there is one; ISO 4217. */
  currency: string
  /** False for visitors who will never buy: a crawler leaves no carts behind. */
  opensAtStart: boolean
  /** Says that the cart changed, with its id. */
  tellOtherTabs: (cartId: string | undefined) => void
}

export interface AddToCart extends PieceDetails {
  variantId: string
  /** Default 1. */
  quantity?: number | undefined
}

interface CompleteOptions {
  /** The cart that the shopper saw; the store's own where absent. */
  cartId?: string
  /** How it is paid; where absent the cart has its payment session already. */
  providerId?: string | undefined
}

export interface CartStore {
  state: CartState
  /** Fetches the stored cart or opens one; again later: reads it anew. Never throws. */
  init(): Promise<void>
  add(piece: AddToCart): void
  /** 'remove' lowers by one, anything else raises by one; below one the line goes. */
  changeQuantity(variantId: string, action: 'add' | 'remove'): void
  /** 0 removes. */
  setQuantity(variantId: string, quantity: number): void
  remove(variantId: string): void
  /** Forgets everything, here and in the browser, and opens a new cart. Never throws. */
  reset(): Promise<void>
  /** Takes a cart that the server rendered or answered elsewhere. */
  adopt(cart: Cart): void
  /** @throws CartApiError where the order was not placed; the cart is then as it was */
  complete(options?: CompleteOptions): Promise<Order>
  open(): void
  close(): void
  /** Sends at once what still waits. @returns whether the backend now has what the shopper saw */
  settle(): Promise<boolean>
  /** Sends at once what still waits: the page may be going away. */
  flush(): void
  /** Reads the cart anew. Never throws. */
  refresh(): Promise<void>
  dismissMessage(): void
}

const CHANGE_DELAY_MS = 300
const REMOVAL_DELAY_MS = 500
const MOST_PIECES = 99

/** The optimistic cart: one per browser document; on the server one per render, never written. */
export function createCartStore(options: CartStoreOptions): CartStore {
  const { api, log, tellOtherTabs } = options
  const state = createCartState(options.currency)
  const confirmed = createConfirmedCart(state, options.storage)
  const queue = createSerialQueue()
  const openCart = createOpenCart({ ...options, state, confirmed })
  const lines = createLineSync({ ...options, state, confirmed, openCart, queue })

  const lineOf = (variantId: string): LineItem | undefined =>
    state.view.items.find((line) => line.variant_id === variantId)

  function ask(variantId: string, quantity: number, isAdd: boolean, details: PieceDetails): void {
    setPending(state, { variantId, quantity: Math.min(quantity, MOST_PIECES), isAdd, details })
    lines.sendAfter(quantity === 0 ? REMOVAL_DELAY_MS : CHANGE_DELAY_MS, variantId)
  }

  function setQuantity(variantId: string, quantity: number): void {
    const line = lineOf(variantId)
    const wish = state.pending[variantId]
    if (!line) return log('Failed to update item quantity', new Error(`No line for ${variantId}`))
    if (quantity < 1) return remove(variantId)
    // A line that the backend does not have yet is still being added.
    ask(variantId, quantity, wish?.isAdd ?? false, wish?.details ?? titleOf(line))
  }

  function remove(variantId: string): void {
    const line = lineOf(variantId)
    if (!line) return log('Failed to remove item', new Error(`No line for ${variantId}`))
    if (lines.callOff(variantId)) return
    ask(variantId, 0, false, state.pending[variantId]?.details ?? titleOf(line))
  }

  /** Reads the cart, or opens one, and reports a failure under `text`. */
  async function load(text: string, code: CartMessage['code'] | undefined, mayOpen: boolean): Promise<void> {
    try {
      await queue.add(() => openCart.load(mayOpen))
    } catch (error) {
      log(text, error)
      if (code) say(state, { code, text: spoken(error) })
    }
  }

  async function busy<Result>(action: () => Promise<Result>): Promise<Result> {
    state.loading = true
    try {
      return await action()
    } finally {
      state.loading = false
    }
  }

  return {
    state,
    init: () => busy(() => load('Failed to initialize cart', 'load-failed', options.opensAtStart)),
    refresh: () => load('Failed to refresh cart', undefined, false),
    add({ variantId, quantity = 1, ...details }) {
      const line = lineOf(variantId)
      const more = Math.max(1, Math.trunc(quantity) || 1)
      const known = line && !isTemporary(line) ? titleOf(line) : state.pending[variantId]?.details
      ask(variantId, (line?.quantity ?? 0) + more, true, { ...details, ...known })
    },
    changeQuantity(variantId, action) {
      const step = action === 'remove' ? -1 : 1
      setQuantity(variantId, (lineOf(variantId)?.quantity ?? 0) + step)
    },
    setQuantity,
    remove,
    reset: () =>
      busy(async () => {
        lines.forgetAll()
        confirmed.drop()
        try {
          await queue.add(openCart.create)
        } catch (error) {
          log('Failed to reset cart', error)
          say(state, { code: 'load-failed', text: spoken(error) })
        }
        tellOtherTabs(confirmed.id())
      }),
    adopt: confirmed.take,
    complete: ({ cartId, providerId } = {}) =>
      busy(async () => {
        lines.flush(false)
        try {
          const { order } = await queue.add(() => api.complete(cartId ?? confirmed.id() ?? 'current', providerId))
          lines.forgetAll()
          confirmed.drop()
          tellOtherTabs(undefined)
          return order
        } catch (error) {
          log('Failed to complete cart', error)
          throw error
        }
      }),
    open() {
      state.isOpen = true
      state.searchOpen = false
    },
    close() {
      state.isOpen = false
      // What was told in the drawer need not be told again over the page.
      state.message = null
    },
    flush: () => lines.flush(true),
    async settle() {
      const before = state.message?.number
      lines.flush(false)
      await queue.add(() => Promise.resolve())
      const after = state.message
      return after === null || after.number === before || after.code === 'added' || after.code === 'removed'
    },
    dismissMessage() {
      state.message = null
    },
  }

  function titleOf(line: LineItem): PieceDetails {
    return {
      title: line.product_title || line.title,
      image: line.thumbnail,
      unitPrice: line.unit_price,
    }
  }
}

function spoken(error: unknown): string | undefined {
  return error instanceof CartApiError && error.isSpoken ? error.message : undefined
}
