import type { Cart } from '#shared/cart/cart.ts'

import type { After } from '../../ui/timers.ts'
import { CartApiError, type CartApi } from '../cart-api.ts'
import type { CartState } from '../cart-state.ts'
import type { ConfirmedCart } from './confirmed-cart.ts'

/** The longest time that a page still runs after a navigation has started. */
export const UNLOAD_MS = 1000

/** Waits until the page is closed: a browser aborts the calls of a page before it reports that the page closes. */
export async function whileClosing(after: After, error: unknown): Promise<void> {
  if (error instanceof CartApiError && error.status === 0)
    await new Promise<void>((resolve) => void after(UNLOAD_MS, resolve))
}

/** Call the methods only from tasks in the serial queue. */
export interface OpenCart {
  /** Creates a cart if there is none. @returns the id of the cart to write to */
  require(): Promise<string>
  create(): Promise<void>
  /** Reads the backend's cart. If there is none and `mayOpen` allows it, creates one. */
  load(mayOpen: () => boolean): Promise<void>
  /** @returns null if the cart is gone, was ordered or released, or is another visitor's, and was replaced */
  readOrReplace(): Promise<Cart | null>
  /** Reads the cart that the visitor's cookie names. Returns null if there is none or it is no longer open. */
  readHeld(): Promise<Cart | null>
}

export function createOpenCart(options: {
  api: CartApi
  state: CartState
  confirmed: ConfirmedCart
  regionId: () => Promise<string>
  withTabLock: WithTabLock
  /** See `CartChanges.recreate`. */
  recreate: (cart: Cart | null, era: number) => Promise<Cart | null>
}): OpenCart {
  const { api, state, confirmed, regionId, withTabLock } = options
  let opening: Promise<void> | undefined

  async function read(cartId: string | undefined): Promise<Cart | null> {
    try {
      const { cart } = await (cartId ? api.read(cartId) : api.readCurrent())
      return cart
    } catch (error) {
      if (!(error instanceof CartApiError) || (error.status !== 404 && error.status !== 410)) throw error
      // The cart waits in the account. A copy of its lines here would be added to it at the next sign-in.
      if ((error.details as { reason?: unknown } | undefined)?.reason === 'signed_out') confirmed.drop()
      return null
    }
  }

  async function readOpen(cartId: string | undefined): Promise<Cart | null> {
    const cart = await read(cartId)
    return isOpen(cart) ? cart : null
  }

  function create(): Promise<void> {
    opening ??= open().finally(() => (opening = undefined))
    return opening
  }

  async function open(): Promise<void> {
    const region = await regionId()
    await withTabLock(async () => {
      const id = confirmed.id()
      // Another tab may have opened a cart while this one waited for the lock.
      const other = id === undefined ? null : await readOpen(id)
      confirmed.take(other ?? (await api.create(region ? { region_id: region } : {})).cart)
    })
  }

  async function readOrReplace(): Promise<Cart | null> {
    if (confirmed.isDropped()) return null
    const era = confirmed.era()
    const cart = await read(confirmed.id())
    if (confirmed.era() !== era) return null
    return isOpen(cart) && isHolder(cart) ? cart : options.recreate(cart, era)
  }

  return {
    create,
    readOrReplace,
    readHeld: () => readOpen(undefined),
    async require() {
      if (!confirmed.id()) await create()
      // Another tab switched to another cart. This tab reads that cart before it changes it.
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
      const cart = isKnown ? await readOrReplace() : confirmed.isDropped() ? null : await readOpen(undefined)
      // A response that arrived during the read, or a pending change, is newer than this cart.
      const isCurrent = confirmed.revision() === before && (state.confirmed === null || state.isSettled)
      if (cart && isCurrent) confirmed.take(cart)
      if (!cart && !isKnown && mayOpen()) await create()
    },
  }
}

function isOpen(cart: Cart | null): cart is Cart {
  return cart?.status === 'open'
}

/** The API sends personal fields, even empty ones, only to the visitor whose cookie names the cart. */
function isHolder(cart: Cart): boolean {
  return cart.email !== undefined
}

/** Name of the BroadcastChannel and of the Web Lock. */
const NAME = 'cart'

/** The longest wait for the lock. An active tab creates a cart in less time. */
const LOCK_TIMEOUT_MS = 5000

/** Runs a task under a lock that all tabs of the browser share. @returns or throws its result */
export type WithTabLock = <Result>(task: () => Promise<Result>) => Promise<Result>

/** Each tab works alone if the browser does not let tabs share state. */
export interface OtherTabs {
  withTabLock: WithTabLock
  notify(cartId: string | undefined): void
  /** Reloads the other tabs, because they may still show the cart of a customer who has signed out. */
  reload(): void
  listen(onChange: () => void): () => void
}

/** One for the document: a tab does not get its own messages. */
let channel: BroadcastChannel | undefined

export function createOtherTabs(): OtherTabs {
  const open = () => {
    try {
      return (channel ??= new BroadcastChannel(NAME))
    } catch {
      // Firefox forbids this if it blocks cookies. Older browsers do not support it.
      return undefined
    }
  }
  return {
    async withTabLock(task) {
      let running: ReturnType<typeof task> | undefined
      const run = () => (running = task())
      if (!navigator.locks) return run()
      // A browser without storage may refuse the lock, and a suspended tab may hold it for long.
      const signal = AbortSignal.timeout(LOCK_TIMEOUT_MS)
      return navigator.locks.request(NAME, { signal }, run).catch(() => running ?? run())
    },
    notify: (cartId) => open()?.postMessage({ cartId }),
    reload: () => open()?.postMessage({ isSignedOut: true }),
    listen(onChange) {
      const channelOpen = open()
      const listener = ({ data }: MessageEvent<{ isSignedOut?: boolean }>) =>
        data.isSignedOut ? location.reload() : onChange()
      channelOpen?.addEventListener('message', listener)
      return () => channelOpen?.removeEventListener('message', listener)
    },
  }
}
