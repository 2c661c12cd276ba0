import type { Cart } from '#shared/cart/cart.ts'

import { CartApiError, type CartApi } from '../cart-api.ts'
import { hasPending, type CartState } from '../cart-state.ts'
import type { PendingLine } from '../pending-lines.ts'
import type { ConfirmedCart } from './confirmed-cart.ts'

interface OpenCartOptions {
  api: CartApi
  state: CartState
  confirmed: ConfirmedCart
  regionId: () => Promise<string>
  alone: Alone
  /** As CartChanges.recreate. */
  recreate: (cart: Cart | null, era: number) => Promise<Cart | null>
}

/** Sees to it that there is a cart to write to. Its calls belong in the queue. */
export interface OpenCart {
  /** @returns the id of the cart to write to */
  require(): Promise<string>
  create(): Promise<void>
  /** Reads the backend's cart; opens one if there is none and `mayOpen`. */
  load(mayOpen: boolean): Promise<void>
  /**
   * @returns null if the cart is gone, was ordered, was released or belongs to another visitor: another cart replaces
   * it
   */
  readOrReplace(): Promise<Cart | null>
  /** The cart of the visitor's cookie; null if there is none, or it is not open. */
  readHeld(): Promise<Cart | null>
  /**
   * Whether the line, or the cart, that a call was about has vanished, so that the wish is worth another try. Never
   * throws.
   */
  hasLost(pendingChange: PendingLine, error: unknown): Promise<boolean>
}

export function createOpenCart(options: OpenCartOptions): OpenCart {
  const { api, state, confirmed, regionId, alone } = options
  let opening: Promise<void> | undefined

  /** @param cartId the cookie's cart by default @returns null if there is none */
  async function read(cartId: string | undefined): Promise<Cart | null> {
    try {
      const { cart } = await (cartId ? api.read(cartId) : api.readCurrent())
      return cart
    } catch (error) {
      if (error instanceof CartApiError && (error.status === 404 || error.status === 410)) return null
      throw error
    }
  }

  async function readOpen(cartId: string | undefined): Promise<Cart | null> {
    const cart = await read(cartId)
    return isOpen(cart) ? cart : null
  }

  /** Several may find at once that there is none: they get the same. */
  function create(): Promise<void> {
    opening ??= open().finally(() => (opening = undefined))
    return opening
  }

  async function open(): Promise<void> {
    const region = await regionId()
    await alone(async () => {
      const id = confirmed.id()
      // Another tab may have opened one while this one waited.
      const theirs = id === undefined ? null : await readOpen(id)
      confirmed.take(theirs ?? (await api.create(region ? { region_id: region } : {})).cart)
    })
  }

  async function readOrReplace(): Promise<Cart | null> {
    if (confirmed.isGivenUp()) return null
    const era = confirmed.era()
    const cart = await read(confirmed.id())
    if (confirmed.era() !== era) return null
    return isOpen(cart) && isHolder(cart) ? cart : options.recreate(cart, era)
  }

  async function hasLost({ variantId, quantity }: PendingLine, error: unknown): Promise<boolean> {
    if (!(error instanceof CartApiError) || ![403, 404, 409, 410].includes(error.status)) return false
    const before = { lineId: confirmed.lineId(variantId), quantity: confirmed.quantity(variantId) }
    const revision = confirmed.revision()
    const cart = await readOrReplace().catch(() => undefined)
    if (cart === undefined) return false
    // What was still wanted of the old cart is pending for the new one.
    if (cart === null) return true
    // An answer that came meanwhile knows better.
    if (confirmed.revision() !== revision) return false
    confirmed.takeLine(variantId, cart)
    if (!before.lineId || confirmed.lineId(variantId) === before.lineId) return false
    // An add is sent again with the quantity that the shopper sees, and a change of a line that was added again applies
    // to the new line. A change of a line that is gone is reported as failed.
    const newer = state.pending[variantId]
    return quantity === 0 || Boolean(confirmed.lineId(variantId) || newer?.isAdd || newer?.isAgain)
  }

  return {
    create,
    readOrReplace,
    readHeld: () => readOpen(undefined),
    hasLost,
    async require() {
      if (!confirmed.id()) await create()
      // Another tab has moved on to another cart: what was asked here is asked of that one, knowing what is in it.
      else if (state.confirmed && state.confirmed.id !== confirmed.id()) {
        const cart = await readOrReplace()
        if (cart) confirmed.take(cart)
      }
      const id = confirmed.id()
      if (!id) throw new Error('The shop gave no cart')
      return id
    },
    async load(mayOpen) {
      const isKnown = confirmed.id() !== undefined
      const before = confirmed.revision()
      const cart = isKnown ? await readOrReplace() : confirmed.isGivenUp() ? null : await readOpen(undefined)
      // A wish that was answered meanwhile, or is on its way, knows better.
      const isNews = confirmed.revision() === before && (state.confirmed === null || !hasPending(state))
      if (cart && isNews) confirmed.take(cart)
      if (!cart && !isKnown && mayOpen) await create()
    },
  }
}

function isOpen(cart: Cart | null): cart is Cart {
  return cart?.status === 'open'
}

/** Personal fields, even empty ones, are only sent to the visitor whose cookie names the cart. */
function isHolder(cart: Cart): boolean {
  return cart.email !== undefined
}

const NAME = 'cart'

/** As long as a tab that is awake takes to open a cart. */
const PATIENCE_MS = 5000

/**
 * Runs a task while none of the shopper's other tabs runs one. @returns what the task returns @throws what it throws
 */
export type Alone = <Result>(task: () => Promise<Result>) => Promise<Result>

/** The shopper's other tabs. Each tab works alone if the browser does not let them share state. */
export interface OtherTabs {
  alone: Alone
  notify(cartId: string | undefined): void
  /** @returns what stops the listening */
  listen(onChange: () => void): () => void
}

export function createOtherTabs(): OtherTabs {
  let channel: BroadcastChannel | undefined
  const open = () => {
    try {
      return (channel ??= new BroadcastChannel(NAME))
    } catch {
      // Firefox forbids it if it blocks cookies; older browsers do not have it.
      return undefined
    }
  }
  return {
    async alone(task) {
      let running: ReturnType<typeof task> | undefined
      const run = () => (running = task())
      if (!navigator.locks) return run()
      // A browser without storage may refuse, and a suspended tab may hold the lock.
      const signal = AbortSignal.timeout(PATIENCE_MS)
      return navigator.locks.request(NAME, { signal }, run).catch(() => running ?? run())
    },
    notify: (cartId) => open()?.postMessage({ cartId }),
    listen(onChange) {
      const channelOpen = open()
      channelOpen?.addEventListener('message', onChange)
      return () => channelOpen?.removeEventListener('message', onChange)
    },
  }
}
