import type { Cart } from '#shared/api/cart.ts'

import { CartApiError, type CartApi } from '../cart-api.ts'
import { forgetPending, hasPending, say, setPending, type CartState } from '../cart-state.ts'
import type { ConfirmedCart } from './confirmed-cart.ts'

interface OpenCartOptions {
  api: CartApi
  state: CartState
  confirmed: ConfirmedCart
  regionId: () => Promise<string>
  tellOtherTabs: (cartId: string | undefined) => void
}

/** Sees to it that there is a cart to write to. Its calls belong in the queue. */
export interface OpenCart {
  /** @returns the id of the cart to write to */
  require(): Promise<string>
  create(): Promise<void>
  /** Takes what the backend has; opens a cart where there is none and `mayOpen`. */
  load(mayOpen: boolean): Promise<void>
  /** @returns null where the cart has gone or was bought: a new one stands in its place */
  readOrReplace(): Promise<Cart | null>
}

export function createOpenCart({ api, state, confirmed, regionId, tellOtherTabs }: OpenCartOptions): OpenCart {
  async function readOpen(cartId: string | undefined): Promise<Cart | null> {
    try {
      const { cart } = await (cartId ? api.read(cartId) : api.readCurrent())
      return cart?.status === 'open' ? cart : null
    } catch (error) {
      if (error instanceof CartApiError && (error.status === 404 || error.status === 410)) return null
      throw error
    }
  }

  /** The stored cart; the cookie's where the two differ: only that one can be ordered. */
  async function readHeld(): Promise<Cart | null> {
    const cart = await readOpen(confirmed.id())
    if (!cart || isHolder(cart)) return cart
    return (await readOpen(undefined)) ?? cart
  }

  async function create(): Promise<void> {
    const region = await regionId()
    const { cart } = await api.create(region ? { region_id: region } : {})
    confirmed.take(cart)
  }

  async function readOrReplace(): Promise<Cart | null> {
    const cart = await readHeld()
    if (cart) return cart
    const isLoss = state.view.items.length > 0
    keepOnlyNewWishes()
    confirmed.drop()
    if (isLoss) say(state, { code: 'replaced' })
    // A form may have opened the next one already: only its cookie knows.
    const next = await readOpen(undefined)
    if (next) confirmed.take(next)
    else await create()
    tellOtherTabs(confirmed.id())
    return null
  }

  /** What was added is wanted in a new cart too, without the pieces that the old one already held. */
  function keepOnlyNewWishes(): void {
    for (const wish of Object.values(state.pending)) {
      const added = wish.quantity - confirmed.quantity(wish.variantId)
      if (wish.isAdd && added > 0) setPending(state, { ...wish, quantity: added })
      else forgetPending(state, wish.variantId)
    }
  }

  return {
    create,
    readOrReplace,
    async require() {
      if (!confirmed.id()) await create()
      const id = confirmed.id()
      if (!id) throw new Error('The shop gave no cart')
      return id
    },
    async load(mayOpen) {
      const isKnown = confirmed.id() !== undefined
      const before = confirmed.revision()
      const cart = isKnown ? await readOrReplace() : await readOpen(undefined)
      // A wish that was answered meanwhile, or is on its way, knows better.
      const isNews = confirmed.revision() === before && (state.confirmed === null || !hasPending(state))
      if (cart && isNews) confirmed.take(cart)
      if (!cart && !isKnown && mayOpen) await create()
    },
  }
}

/** Personal fields, even empty ones, come only to the visitor whose cookie names the cart. */
function isHolder(cart: Cart): boolean {
  return cart.email !== undefined
}
