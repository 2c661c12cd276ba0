import { CART_DAYS } from '#shared/cart/cart-days.ts'
import type { Cart, LineItem } from '#shared/cart/cart.ts'

import type { TextStorage } from '../routing/safe-storage.ts'
import { localized, type CartApi } from './cart-api.ts'
import { createCartState, hasPending, type CartState, isTemporary } from './cart-state.ts'
import { isTrouble, notify, withdrawNotice, type CartMessage, type RemovedItem } from './messages.ts'
import type { PendingLine, ItemDetails } from './pending-lines.ts'
import type { CartChanges } from './sync/cart-changes.ts'
import { createConfirmedCart } from './sync/confirmed-cart.ts'
import { createLineSync } from './sync/line-sync.ts'
import { createOpenCart, type Alone } from './sync/open-cart.ts'
import { createSerialQueue, type After } from './sync/serial-queue.ts'

export interface CartStoreOptions {
  api: CartApi
  storage: TextStorage
  after: After
  log: (text: string, error: unknown) => void
  /** Returns the region for a new cart; '' leaves the choice to the backend. Never throws. */
  regionId: () => Promise<string>
  /** Of the cart that is shown before there is one; ISO 4217. */
  currency: string
  /** False for visitors who will never buy: a crawler leaves no carts behind. */
  opensAtStart: boolean
  /** Lets go of product data that was fetched for another country. */
  clearCache: () => void
  /** Says that the cart changed, with its id. */
  notifyOtherTabs: (cartId: string | undefined) => void
  alone: Alone
}

export interface AddToCart extends ItemDetails {
  variantId: string
  /** Default 1. */
  quantity?: number | undefined
}

export interface CartStore {
  state: CartState
  /** Reads the stored cart or opens one; called again, it reads it again. Never throws. */
  init(): Promise<void>
  add(product: AddToCart): void
  /** 'remove' lowers by one, anything else raises by one; below one the line goes. */
  changeQuantity(variantId: string, action: 'add' | 'remove'): void
  /** 0 removes. */
  setQuantity(variantId: string, quantity: number): void
  remove(variantId: string): void
  /** Puts back what was removed, as long as the message of it stands. */
  undo(): void
  /** What concerns the whole cart; fetched when it is first wanted. */
  changes(): Promise<CartChanges>
  /** Takes a cart that the server rendered or answered elsewhere. */
  adopt(cart: Cart): void
  open(): void
  close(): void
  /** Opens or closes the search drawer. One drawer is open at a time, so that opening it closes the cart. */
  showSearch(isShown: boolean): void
  /** Sends at once what still waits. @returns whether the backend now has what the shopper saw */
  settle(): Promise<boolean>
  /** Sends at once what still waits: the page may be going away. */
  flush(): void
  /** The page goes away: as above, and leaves to the next page what cannot be sent yet. */
  leave(): void
  /** Reads the cart again. Never throws. */
  refresh(): Promise<void>
  dismissMessage(number: number): void
}

const CHANGE_DELAY_MS = 300
const REMOVAL_DELAY_MS = 500
export const MOST_PRODUCTS = 99
const LEFT_MS = CART_DAYS * 86_400_000

/** What a page could not send; `at`: when it went. */
type LeftLine = PendingLine & { at: number }

/** Whether an entry of the browser's storage, which anything may have written, is a line that is still wanted. */
function isLeft(line: Partial<LeftLine> | null): line is LeftLine {
  const { variantId, quantity, details, at = 0 } = line ?? {}
  return typeof variantId === 'string' && Number.isInteger(quantity) && Boolean(details) && Date.now() - at < LEFT_MS
}

/** The optimistic cart: one per browser document; on the server one per render, never written. */
export function createCartStore(options: CartStoreOptions): CartStore {
  const { storage, log } = options
  const state = createCartState(options.currency)
  const confirmed = createConfirmedCart(state, storage)
  const queue = createSerialQueue()
  const openCart = createOpenCart({ ...options, state, confirmed, recreate })
  const lines = createLineSync({ ...options, state, confirmed, openCart, queue })

  let changes: Promise<CartChanges> | undefined
  let hasFollowed = false
  let hasLeft = false

  const lineOf = (variantId: string): LineItem | undefined =>
    state.view.items.find((line) => line.variant_id === variantId)

  function ask(variantId: string, quantity: number, isAdd: boolean, details: ItemDetails): void {
    const wanted = Math.min(quantity, MOST_PRODUCTS)
    if (lines.callOff(variantId, wanted)) return
    state.pending[variantId] = { variantId, quantity: wanted, isAdd, details }
    lines.sendAfter(quantity === 0 ? REMOVAL_DELAY_MS : CHANGE_DELAY_MS, variantId)
  }

  function add({ variantId, quantity = 1, ...details }: AddToCart): void {
    const line = lineOf(variantId)
    const more = Math.max(1, Math.trunc(quantity) || 1)
    const known = line && !isTemporary(line) ? detailsOf(line) : state.pending[variantId]?.details
    ask(variantId, (line?.quantity ?? 0) + more, true, { ...details, ...known })
  }

  function setQuantity(variantId: string, quantity: number): void {
    const line = lineOf(variantId)
    const pendingChange = state.pending[variantId]
    if (!line) return log('Failed to update item quantity', new Error(`No line for ${variantId}`))
    if (!Number.isInteger(quantity)) {
      return log('Failed to update item quantity', new RangeError(`${quantity} is no number of pieces`))
    }
    if (quantity < 1) return remove(variantId)
    // A line that the backend does not have yet is still being added.
    ask(variantId, quantity, pendingChange?.isAdd ?? false, pendingChange?.details ?? detailsOf(line))
  }

  function remove(variantId: string): void {
    const line = lineOf(variantId)
    if (!line) return log('Failed to remove item', new Error(`No line for ${variantId}`))
    const details = state.pending[variantId]?.details ?? detailsOf(line)
    ask(variantId, 0, false, details)
    notify(state, { code: 'removed', name: details.title, removed: { variantId, quantity: line.quantity, details } })
  }

  /** Lines that a page stored because it closed before it had a cart; they expire like a cart. */
  function takeLeft(): LeftLine[] {
    const left = storage.get('wanted') ?? '[]'
    storage.remove('wanted')
    try {
      return (JSON.parse(left) as Partial<LeftLine>[]).filter(isLeft)
    } catch {
      return []
    }
  }

  function startOver(wanted: readonly LineItem[], codes: readonly string[] = []): void {
    lines.forgetAll()
    for (const line of wanted)
      askAgain({ variantId: line.variant_id, quantity: line.quantity, details: detailsOf(line) })
    if (codes.length === 0) return
    // After the lines: a promotion code is refused by a cart that has nothing for it.
    loadChanges().then(
      (loaded) => loaded.addPromoCodes(codes),
      (error: unknown) => log('Failed to re-apply promotion codes', error),
    )
  }

  async function recreate(cart: Cart | null, era: number): Promise<Cart | null> {
    return (await loadChanges()).recreate(cart, era)
  }

  function askAgain(product: RemovedItem): void {
    if (lines.callOff(product.variantId, product.quantity)) return
    state.pending[product.variantId] = { ...product, isAdd: false, isAgain: true }
    lines.sendAfter(0, product.variantId)
  }

  function loadChanges(): Promise<CartChanges> {
    const lookAgain = () => void load('Failed to refresh cart', undefined, false)
    const parts = { ...options, state, confirmed, queue, lines, openCart, startOver, lookAgain }
    changes ??= import('./sync/cart-changes.ts').then((module) => module.createCartChanges(parts))
    // A chunk that did not come is asked for again.
    changes.catch(() => (changes = undefined))
    return changes
  }

  /** At most once in a document's life. */
  async function followCountry(): Promise<void> {
    const currency = state.confirmed?.currency_code
    if (hasFollowed || !currency || currency === options.currency) return
    hasFollowed = true
    await (await loadChanges()).followCountry()
  }

  /** Reads the cart, or opens one, and reports a failure under `text`; not that of a page that the shopper has left. */
  async function load(text: string, code: CartMessage['code'] | undefined, mayOpen: boolean): Promise<void> {
    hasLeft = false
    try {
      for (const { variantId, quantity, details } of takeLeft()) add({ ...details, variantId, quantity })
      await queue.add(() => openCart.load(mayOpen))
    } catch (error) {
      if (hasLeft) return
      log(text, error)
      if (code) notify(state, { code, text: localized(error) })
    }
  }

  return {
    state,
    async init() {
      state.loading = true
      await load('Failed to initialize cart', 'load-failed', options.opensAtStart)
      state.loading = false
      await followCountry().catch((error: unknown) => log('Failed to recreate cart', error))
    },
    changes: loadChanges,
    refresh() {
      lines.awaitNews()
      return load('Failed to refresh cart', undefined, false)
    },
    add,
    changeQuantity(variantId, action) {
      const step = action === 'remove' ? -1 : 1
      setQuantity(variantId, (lineOf(variantId)?.quantity ?? 0) + step)
    },
    setQuantity,
    remove,
    undo() {
      const removed = state.messages.flatMap((message) => message.removed)
      withdrawNotice(state, ({ code }) => code === 'removed')
      for (const { variantId, quantity, details } of removed) {
        askAgain({ variantId, quantity: Math.max(quantity, lineOf(variantId)?.quantity ?? 0), details })
        notify(state, { code: 'restored', name: details.title })
      }
    },
    adopt(cart) {
      const remembered = confirmed.id()
      // What is in the remembered cart is not known yet: the first load brings both together.
      if (!state.confirmed && remembered !== undefined && remembered !== cart.id) return
      confirmed.take(cart)
    },
    open() {
      state.isOpen = true
      state.searchOpen = false
    },
    close() {
      state.isOpen = false
      // Notifications that were shown in the drawer are not repeated over the page.
      state.messages = []
    },
    showSearch(isShown) {
      state.searchOpen = isShown
      if (isShown) state.isOpen = false
    },
    flush: () => lines.flush(true),
    leave() {
      hasLeft = true
      const left = lines.leave().map((line): LeftLine => ({ ...line, at: Date.now() }))
      if (left.length > 0) storage.set('wanted', JSON.stringify([...takeLeft(), ...left]))
    },
    async settle() {
      const before = state.notified
      while (hasPending(state)) {
        lines.flush(false)
        await lines.pause()
      }
      return !state.messages.some((message) => message.number > before && isTrouble(message))
    },
    dismissMessage: (number) => withdrawNotice(state, (message) => message.number === number),
  }

  function detailsOf(line: LineItem): ItemDetails {
    return {
      title: line.product_title || line.title,
      image: line.thumbnail,
      unitPrice: line.unit_price,
      originalUnitPrice: line.original_unit_price,
      metal: line.color,
      size: line.size,
      handle: line.product_handle,
    }
  }
}
