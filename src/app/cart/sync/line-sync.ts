import type { Cart, CartAnswer } from '#shared/cart/cart.ts'
import { keyOfItem } from '#shared/cart/line-key.ts'

import { CartApiError, isUnclear, localized, type CartApi } from '../cart-api.ts'
import type { CartState } from '../cart-state.ts'
import { notify, withdrawMessages, type CartMessage } from '../messages.ts'
import { keyOf, type PendingLine } from '../pending-lines.ts'
import type { ConfirmedCart } from './confirmed-cart.ts'
import { IDLE, step, type LineEvent } from './line-machine.ts'
import type { OpenCart } from './open-cart.ts'
import { type SerialQueue, createTimers, type After } from './serial-queue.ts'

/** The longest time in which the last write of a closing page may still arrive. */
const LATE_WRITE_MS = 20_000

/** The longest time that a page still runs after a navigation has started. */
export const UNLOAD_MS = 1000

/** Waits until the page is closed: a browser aborts the calls of a page before it reports that the page closes. */
export async function whileClosing(after: After, error: unknown): Promise<void> {
  if (error instanceof CartApiError && error.status === 0)
    await new Promise<void>((resolve) => void after(UNLOAD_MS, resolve))
}

export type LineSync = ReturnType<typeof createLineSync>

/** Sends pending lines to the backend, for each line only the newest operation. `key` is a `lineKey`. */
export function createLineSync(options: {
  api: CartApi
  state: CartState
  confirmed: ConfirmedCart
  openCart: OpenCart
  queue: SerialQueue
  after: After
  log: (text: string, error: unknown) => void
  notifyOtherTabs: (cartId: string | undefined) => void
}) {
  const { api, state, confirmed, openCart, queue, log, notifyOtherTabs } = options
  /** Distinguishes this page's writes from those of the shopper's other pages. */
  const page = Math.random().toString(36)
  let changedElsewhereAt = Date.now()
  /** The last write of a closed page may still arrive, unless a newer write replaces it. */
  const expectsLateWrites = () => Date.now() - changedElsewhereAt < LATE_WRITE_MS
  let writes = 0
  const timers = createTimers(options.after)
  /** Settles when all calls in flight for the line have ended. */
  const inFlight = new Map<string, Promise<unknown>>()
  /** Lines with two calls in flight. Their responses do not show which write was applied last. */
  const crossed = new Set<string>()
  /** Lines that the backend may have and the confirmed cart lacks. */
  const unknownLines = new Set<string>()
  let operations = 0

  function onEvent(key: string, event: LineEvent, token: number): boolean {
    const before = state.operations[key] ?? IDLE
    const now = step(before, event, token)
    if (now.phase === 'idle') delete state.operations[key]
    else state.operations[key] = now
    return now !== before
  }

  const isNewest = (key: string, token: number) => state.operations[key]?.token === token

  async function attempt(key: string, token: number): Promise<void> {
    const pendingChange = state.pending[key]
    if (!pendingChange) return
    let cartId: string | undefined
    try {
      cartId = await openCart.require()
      // Reading the cart may have changed or ended the operation.
      const now = state.pending[key]
      if (!now || !isNewest(key, token)) return
      const before = confirmed.revision()
      const answer = await deliver(now, cartId)
      if (confirmed.id() === cartId) applyAnswer(now, token, confirmed.revision() === before, answer)
      // Another tab switched to another cart, which does not contain the line.
      else if (isNewest(key, token)) throw new CartApiError(410, {})
    } catch (error) {
      confirmed.settle(key)
      await recover(pendingChange, token, cartId === undefined, error)
    }
  }

  async function deliver(pendingChange: PendingLine, cartId: string): Promise<CartAnswer> {
    const { variantId, quantity, isAgain = false, details } = pendingChange
    const key = keyOf(pendingChange)
    // If an earlier call may have written the line, this write names the line's key and the total of both calls. Two
    // tabs may add a product to a new cart again at once, so the quantity is set rather than added.
    const isUnsure = crossed.has(key) || unknownLines.has(key) || isAgain
    const lineId = isUnsure ? key : confirmed.lineId(key)
    // The `order` value lets the server ignore this write if a newer one arrives first.
    writes = Math.max(writes + 1, Date.now())
    const order = `${page}-${key}=${writes}`
    if (quantity === 0) {
      if (!lineId && state.confirmed && !expectsLateWrites()) return api.read(cartId)
      // The removal uses the key, because the line may have been removed and added again since the last read.
      const removed = await api.removeLine(cartId, key, order)
      // The line is removed even if this read fails.
      return api.read(cartId).catch(() => removed)
    }
    const body = details.engraving ? { quantity, engraving: details.engraving } : { quantity }
    if (lineId) return api.updateLine(cartId, lineId, body, order)
    const shown = details.shownPrice ? { shown_price: details.shownPrice } : {}
    const add = () => api.addLine(cartId, { variant_id: variantId, ...body, ...shown }, order)
    if (state.confirmed) return add()
    confirmed.adding(key, quantity)
    try {
      return await add()
    } catch (error) {
      // A read cannot show whether a new line was added. Repeating the write with its number is safe.
      if (isUnclear(error)) return add()
      throw error
    }
  }

  /** @param isWhole false if another response was applied since the call began */
  function applyAnswer(
    pendingChange: PendingLine,
    token: number,
    isWhole: boolean,
    { cart, notice }: CartAnswer,
  ): void {
    const key = keyOf(pendingChange)
    const isCrossed = crossed.has(key)
    if (!isCrossed && onEvent(key, 'answered', token)) {
      delete state.pending[key]
      notifyShopper(pendingChange, notice)
    }
    if (!isCrossed) take(key, cart, isWhole)
    confirmed.settle(key, cart)
    if (isCrossed) return verifyLater(pendingChange, token)
    // Each of the crossed responses is reliable only for its own line, so the whole cart is read again.
    if (!isWhole && state.isSettled) reload()
    notifyOtherTabs(cart.id)
  }

  function take(key: string, cart: Cart, isWhole: boolean): void {
    unknownLines.delete(key)
    if (isWhole && state.isSettled) confirmed.take(cart)
    else confirmed.takeLine(key, cart)
  }

  async function recover(
    pendingChange: PendingLine,
    token: number,
    isCartMissing: boolean,
    error: unknown,
  ): Promise<void> {
    const key = keyOf(pendingChange)
    if (!isCartMissing) {
      if (isUnclear(error)) return verifyLater(pendingChange, token, error)
      const isMissed = await openCart.hasLost(pendingChange, error)
      if (isMissed && onEvent(key, 'missed', token)) return attempt(key, token)
    }
    // The change stays pending until then, so that the closing page stores it for the next one.
    else await whileClosing(options.after, error)
    giveUp(pendingChange, token, isCartMissing, error)
  }

  /** @param error the reason why no response arrived; undefined if the responses crossed */
  function verifyLater(pendingChange: PendingLine, token: number, error?: unknown): void {
    const key = keyOf(pendingChange)
    unknownLines.add(key)
    if (onEvent(key, 'unconfirmed', token)) return void queue.add(() => verify(pendingChange, token, error))
    if (error !== undefined) giveUp(pendingChange, token, false, error)
  }

  async function verify(pendingChange: PendingLine, token: number, error: unknown): Promise<void> {
    const key = keyOf(pendingChange)
    let reason = error
    await inFlight.get(key)
    const before = confirmed.revision()
    const cart = await openCart.readOrReplace().catch((failure: unknown) => void (reason ??= failure))
    const isLatest = isNewest(key, token) || confirmed.revision() === before
    const isThere = cart ? matches(pendingChange, cart) : false
    if (cart && !isThere && reason === undefined && onEvent(key, 'missed', token)) {
      confirmed.takeLine(key, cart)
      return follow(key, () => attempt(key, token))
    }
    if (!isThere) giveUp(pendingChange, token, false, reason)
    else if (onEvent(key, 'answered', token)) {
      delete state.pending[key]
      notifyShopper(pendingChange)
    }
    if (cart && isLatest) take(key, cart, confirmed.revision() === before)
    notifyOtherTabs(confirmed.id())
  }

  function giveUp(pendingChange: PendingLine, token: number, isCartMissing: boolean, error: unknown): void {
    const { details } = pendingChange
    const key = keyOf(pendingChange)
    const { code, text } = failureOf(pendingChange, isCartMissing, confirmed.lineId(key) !== undefined)
    log(text, error)
    // The operation was superseded. The newer one is sent later and reports its own result.
    if (!onEvent(key, 'refused', token)) return
    delete state.pending[key]
    if (code === 'remove-failed') withdrawMessages(state, (message) => message.code === 'removed')
    notify(state, { code, name: details.title, text: localized(error) })
  }

  function notifyShopper(pendingChange: PendingLine, notice?: string): void {
    const product = pendingChange.details.title
    if (notice) notify(state, { code: 'notice', name: product, text: notice })
    else if (pendingChange.isAdd) notify(state, { code: 'added', name: product })
  }

  function reload(): void {
    queue.add(() => openCart.load(() => false)).catch((error: unknown) => log('Failed to refresh cart', error))
  }

  async function start(key: string, token: number): Promise<void> {
    if (onEvent(key, 'sent', token)) await follow(key, () => attempt(key, token))
  }

  async function follow(key: string, call: () => Promise<void>): Promise<void> {
    const earlier = inFlight.get(key)
    if (earlier) crossed.add(key)
    const all = Promise.all([earlier, call()])
    inFlight.set(key, all)
    await all
    if (inFlight.get(key) !== all) return
    inFlight.delete(key)
    crossed.delete(key)
  }

  /** Returns whether the next write depends on a missing response, which would show the cart or the quantity. */
  function isStuck(key: string): boolean {
    if (!confirmed.id()) return true
    const isUnknown = !state.confirmed || confirmed.added(key) !== undefined
    return isUnknown && inFlight.has(key) && state.pending[key]?.quantity !== 0
  }

  function send(key: string, isUrgent: boolean): void {
    const { phase, token } = state.operations[key] ?? IDLE
    onEvent(key, 'due', token)
    // A closing page cannot wait for the queue.
    if (isUrgent && !isStuck(key)) void start(key, token)
    // A call that bypassed the queue may still be in flight.
    else if (phase === 'waiting') void queue.add(async () => (await inFlight.get(key), start(key, token)))
  }

  /** An urgent flush bypasses the queue, because the page is closing. */
  function flush(isUrgent: boolean): void {
    timers.stopAll()
    for (const key of Object.keys(state.operations)) send(key, isUrgent)
  }

  function forgetAll(): void {
    timers.stopAll()
    state.operations = {}
    unknownLines.clear()
    state.pending = {}
  }

  return {
    /** Debounced per line. */
    sendAfter(milliseconds: number, key: string) {
      onEvent(key, 'asked', ++operations)
      timers.start(key, milliseconds, () => send(key, false))
    },
    /** Cancels a line's pending change if the backend has the quantity and no other write is in progress. */
    cancel(key: string, quantity: number) {
      if (!state.confirmed || confirmed.quantity(key) !== quantity) return false
      if (expectsLateWrites()) return false
      // The result of an earlier call is not known yet.
      if (inFlight.has(key) || unknownLines.has(key)) return false
      const { phase, token } = state.operations[key] ?? IDLE
      if (phase !== 'idle' && !onEvent(key, 'canceled', token)) return false
      timers.stop(key)
      delete state.pending[key]
      return true
    },
    flush,
    /** Call this when the page is shown again or another page changed the cart, whose writes may still arrive. */
    expectLateWrites: () => void (changedElsewhereAt = Date.now()),
    /** Flushes when the page closes. @returns the lines that cannot be sent, so that the next page can add them */
    leave() {
      const unsent = Object.values(state.pending)
        .filter((pendingChange) => isStuck(keyOf(pendingChange)))
        .map((pendingChange) => ({
          ...pendingChange,
          quantity: pendingChange.quantity - (confirmed.added(keyOf(pendingChange)) ?? 0),
        }))
        .filter(({ quantity }) => quantity > 0)
      for (const key of unsent.map(keyOf)) {
        delete state.operations[key]
        delete state.pending[key]
      }
      if (confirmed.id()) flush(true)
      else forgetAll()
      return unsent
    },
    /** Waits for all calls in flight and in the queue. */
    pause: () => Promise.all([...inFlight.values(), queue.add(() => Promise.resolve())]),
    forgetAll,
  }
}

function matches(pendingChange: PendingLine, cart: Cart): boolean {
  const key = keyOf(pendingChange)
  return (cart.items.find((line) => keyOfItem(line) === key)?.quantity ?? 0) === pendingChange.quantity
}

function failureOf(
  { quantity, isAdd, isAgain }: PendingLine,
  isCartMissing: boolean,
  isKnown: boolean,
): { code: CartMessage['code']; text: string } {
  if (isAgain) return { code: 'add-failed', text: 'Failed to re-add item' }
  if (quantity === 0) {
    return { code: 'remove-failed', text: isCartMissing ? 'Failed to remove item' : 'Failed to sync removal' }
  }
  if (!isAdd) {
    const text = isCartMissing ? 'Failed to update item quantity' : 'Failed to sync quantity update'
    return { code: 'update-failed', text }
  }
  if (isCartMissing) return { code: 'add-failed', text: 'Failed to add/update item' }
  return { code: 'add-failed', text: isKnown ? 'Failed to sync add item' : 'Failed to add new item' }
}
