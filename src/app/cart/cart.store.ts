import { CART_DAYS } from '#shared/cart/cart-days.ts'
import type { Cart, LineItem } from '#shared/cart/cart.ts'
import { keyOfItem, lineKey } from '#shared/cart/line-key.ts'
import { MAX_QUANTITY } from '#shared/cart/max-quantity.ts'

import type { TextStorage } from '../routing/safe-storage.ts'
import type { After } from '../ui/timers.ts'
import { localized, type CartApi } from './cart-api.ts'
import { createCartState, isTemporary } from './cart-state.ts'
import { needsAttention, notify, withdrawMessages, type CartMessage, type RemovedItem } from './messages.ts'
import { keyOf, type LineChange, type ItemDetails } from './pending-lines.ts'
import type { CartChanges } from './sync/cart-changes.ts'
import { createConfirmedCart } from './sync/confirmed-cart.ts'
import { createLineSync } from './sync/line-sync.ts'
import { createOpenCart, whileClosing, type WithTabLock } from './sync/open-cart.ts'
import { createSerialQueue } from './sync/serial-queue.ts'

export interface AddToCart extends ItemDetails {
  variantId: string
  /** Default 1. */
  quantity?: number
}

export type CartStore = ReturnType<typeof createCartStore>

const CHANGE_DELAY_MS = 300
const REMOVAL_DELAY_MS = 500
const UNSENT_MS = CART_DAYS * 86_400_000

/** Stored because its page closed before a cart existed. `at` is the time of closing, in milliseconds. */
type UnsentLine = LineChange & { at: number }

function isUnsentLine(line: Partial<UnsentLine> | null): line is UnsentLine {
  const { variantId, quantity, details, at = 0 } = line ?? {}
  return typeof variantId === 'string' && Number.isInteger(quantity) && Boolean(details) && Date.now() - at < UNSENT_MS
}

/**
 * `key` identifies a line; see `lineKey`.
 * The browser has one store per document. The server has one per render and never changes it.
 */
export function createCartStore(options: {
  api: CartApi
  storage: TextStorage
  after: After
  log: (text: string, error: unknown) => void
  /** An empty string lets the backend choose. Never throws. */
  regionId: () => Promise<string>
  /** ISO 4217 currency of the empty cart that is shown before a cart exists. */
  currency: string
  /** Whether a cart is created at the start; asked when it is about to be. */
  opensAtStart: () => boolean
  /** Drops cached product data that was fetched for another country. */
  clearCache: () => void
  notifyOtherTabs: (cartId: string | undefined) => void
  withTabLock: WithTabLock
}) {
  const { storage, log } = options
  const state = createCartState(options.currency)
  const confirmed = createConfirmedCart(state, storage)
  const queue = createSerialQueue()
  const openCart = createOpenCart({ ...options, state, confirmed, recreate })
  const parts = { ...options, state, confirmed, openCart, queue, reload: () => void refresh() }
  const lines = createLineSync(parts)

  let changes: Promise<CartChanges> | undefined
  let hasFollowedCountry = false
  let isClosing = false

  const lineOf = (key: string): LineItem | undefined => state.view.items.find((line) => keyOfItem(line) === key)

  function setPending(variantId: string, quantity: number, isAdd: boolean, details: ItemDetails): void {
    const change = { variantId, quantity: Math.min(quantity, MAX_QUANTITY), isAdd, details }
    lines.change(change, quantity === 0 ? REMOVAL_DELAY_MS : CHANGE_DELAY_MS)
  }

  function add({ variantId, quantity = 1, ...details }: AddToCart): void {
    const key = lineKey(variantId, details.engraving)
    const line = lineOf(key)
    const more = Math.max(1, Math.trunc(quantity) || 1)
    const known = line && !isTemporary(line) ? detailsOf(line) : state.pending[key]?.details
    setPending(variantId, (line?.quantity ?? 0) + more, true, { ...details, ...known })
  }

  /** A quantity of 0 removes the line. */
  function setQuantity(key: string, quantity: number): void {
    const line = lineOf(key)
    const pendingChange = state.pending[key]
    if (!line) return log('Failed to update item quantity', new Error(`No line for ${key}`))
    if (!Number.isInteger(quantity)) {
      return log('Failed to update item quantity', new RangeError(`${quantity} is no number of pieces`))
    }
    if (quantity < 1) return remove(key)
    // A change to a line that the backend does not have yet remains an add.
    setPending(line.variant_id, quantity, pendingChange?.isAdd ?? false, pendingChange?.details ?? detailsOf(line))
  }

  function remove(key: string): void {
    const line = lineOf(key)
    if (!line) return log('Failed to remove item', new Error(`No line for ${key}`))
    const { variant_id: variantId } = line
    const details = state.pending[key]?.details ?? detailsOf(line)
    setPending(variantId, 0, false, details)
    notify(state, { code: 'removed', name: details.title, removed: { variantId, quantity: line.quantity, details } })
  }

  function takeUnsent(): UnsentLine[] {
    const stored = storage.get('wanted') ?? '[]'
    storage.remove('wanted')
    try {
      return (JSON.parse(stored) as Partial<UnsentLine>[]).filter(isUnsentLine)
    } catch {
      return []
    }
  }

  function startOver(wanted: readonly LineItem[], codes: readonly string[] = []): void {
    lines.forgetAll()
    for (const line of wanted)
      restore({ variantId: line.variant_id, quantity: line.quantity, details: detailsOf(line) })
    if (codes.length === 0) return
    // The backend refuses a code that applies to nothing in the cart, so the codes are added after the lines.
    loadChanges().then(
      (loaded) => loaded.addPromoCodes(codes),
      (error: unknown) => log('Failed to re-apply promotion codes', error),
    )
  }

  async function recreate(cart: Cart | null, era: number): Promise<Cart | null> {
    return (await loadChanges()).recreate(cart, era)
  }

  function restore(product: RemovedItem): void {
    lines.change({ ...product, isAdd: false, isAgain: true }, 0)
  }

  function loadChanges(): Promise<CartChanges> {
    changes ??= import('./sync/cart-changes.ts').then((module) =>
      module.createCartChanges({ ...parts, lines, startOver }),
    )
    // If the chunk failed to load, the next call loads it again.
    changes.catch(() => (changes = undefined))
    return changes
  }

  async function followCountry(): Promise<void> {
    const currency = state.confirmed?.currency_code
    if (hasFollowedCountry || !currency || currency === options.currency) return
    hasFollowedCountry = true
    await (await loadChanges()).followCountry()
  }

  async function load(text: string, code: CartMessage['code'] | undefined, mayOpen: () => boolean): Promise<void> {
    isClosing = false
    try {
      for (const { variantId, quantity, details } of takeUnsent()) add({ ...details, variantId, quantity })
      await queue.add(() => openCart.load(mayOpen))
    } catch (error) {
      await whileClosing(options.after, error)
      if (isClosing) return
      log(text, error)
      if (code) notify(state, { code, text: localized(error) })
    }
  }

  function refresh(): Promise<void> {
    return load('Failed to refresh cart', undefined, () => false)
  }

  return {
    state,
    /** Reads the stored cart, or creates one. Later calls read the cart again. Never throws. */
    async init() {
      state.loading = true
      await load('Failed to initialize cart', 'load-failed', options.opensAtStart)
      state.loading = false
      await followCountry().catch((error: unknown) => log('Failed to recreate cart', error))
    },
    /** Their code is loaded on first use. */
    changes: loadChanges,
    /** Reads the cart again. Never throws. */
    refresh,
    add,
    /** 'remove' lowers the quantity by one and removes the line at zero; 'add' raises it by one. */
    changeQuantity(key: string, action: 'add' | 'remove') {
      const step = action === 'remove' ? -1 : 1
      setQuantity(key, (lineOf(key)?.quantity ?? 0) + step)
    },
    setQuantity,
    remove,
    /** Restores the removed lines that a visible notification still lists. */
    undo() {
      const removed = state.messages.flatMap((message) => message.removed)
      withdrawMessages(state, ({ code }) => code === 'removed')
      for (const item of removed) {
        restore({ ...item, quantity: Math.max(item.quantity, lineOf(keyOf(item))?.quantity ?? 0) })
        notify(state, { code: 'restored', name: item.details.title })
      }
    },
    /** Takes over a cart that came from the server's render or from an API call outside this store. */
    adopt(cart: Cart) {
      const remembered = confirmed.id()
      // The cart in the browser's storage has not been read yet. The first load merges both carts.
      if (!state.confirmed && remembered !== undefined && remembered !== cart.id) return
      confirmed.take(cart)
    },
    open() {
      state.isOpen = true
      state.searchOpen = false
    },
    close() {
      state.isOpen = false
      // Notifications that were visible in the drawer are not shown again over the page.
      state.messages = []
    },
    /** Only one drawer can be open, so opening this one closes the cart drawer. */
    showSearch(isShown: boolean) {
      state.searchOpen = isShown
      if (isShown) state.isOpen = false
    },
    /** Sends all pending changes now, because the page may be closing. */
    flush: () => lines.flush(true),
    /** Sends like `flush`, and stores the changes that cannot be sent yet for the next page. */
    leave() {
      isClosing = true
      if (confirmed.id()) return lines.flush(true)
      const unsent = Object.values(state.pending).map((line): UnsentLine => ({ ...line, at: Date.now() }))
      lines.forgetAll()
      if (unsent.length > 0) storage.set('wanted', JSON.stringify([...takeUnsent(), ...unsent]))
    },
    /** Sends all pending changes now and waits for them. @returns whether all of them succeeded */
    async settle() {
      const before = state.notified
      while (!state.isSettled) {
        lines.flush(false)
        await queue.add(() => Promise.resolve())
      }
      return !state.messages.some((message) => message.number > before && needsAttention(message))
    },
    dismissMessage: (number: number) => withdrawMessages(state, (message) => message.number === number),
  }

  function detailsOf(line: LineItem): ItemDetails {
    return {
      title: line.product_title || line.title,
      image: line.thumbnail,
      unitPrice: line.unit_price,
      originalUnitPrice: line.original_unit_price,
      metal: line.color,
      options: line.options,
      size: line.size,
      handle: line.product_handle,
      engraving: line.engraving,
    }
  }
}
