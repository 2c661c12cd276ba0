import type { Cart, CartAnswer } from '#shared/cart/cart.ts'

import { CartApiError, isUnclear, localized, type CartApi } from '../cart-api.ts'
import type { CartState } from '../cart-state.ts'
import { notify, withdrawMessages, type CartMessage } from '../messages.ts'
import type { PendingLine } from '../pending-lines.ts'
import type { ConfirmedCart } from './confirmed-cart.ts'
import { IDLE, step, type LineEvent } from './line-machine.ts'
import type { OpenCart } from './open-cart.ts'
import { type SerialQueue, createTimers, type After } from './serial-queue.ts'

interface LineSyncOptions {
  api: CartApi
  state: CartState
  confirmed: ConfirmedCart
  openCart: OpenCart
  queue: SerialQueue
  after: After
  log: (text: string, error: unknown) => void
  notifyOtherTabs: (cartId: string | undefined) => void
}

/** The longest time in which the last write of a closing page may still arrive. */
const LATE_WRITE_MS = 20_000

/** The longest time that a page still runs after a navigation has started. */
export const UNLOAD_MS = 1000

/**
 * Sends pending lines to the backend. For each variant only the newest operation is sent. Its phases are those of the
 * line machine.
 */
export interface LineSync {
  /** Starts an operation: sends the variant's pending line after a delay (debounced per variant). */
  sendAfter(milliseconds: number, variantId: string): void
  /**
   * Cancels the pending change of a variant if the backend already has the quantity and no other write is in progress.
   * @returns whether it was canceled
   */
  cancel(variantId: string, quantity: number): boolean
  /** Sends all delayed changes now. If `isUrgent`, also bypasses the queue, because the page is closing. */
  flush(isUrgent: boolean): void
  /**
   * Call this when the page is shown again or another page changed the cart. Writes of the other page may still arrive.
   */
  expectLateWrites(): void
  /**
   * Flushes when the page closes.
   * @returns the lines that cannot be sent, so that the next page can add them
   */
  leave(): PendingLine[]
  /** Waits for all calls in flight and in the queue. */
  pause(): Promise<unknown>
  forgetAll(): void
}

export function createLineSync(options: LineSyncOptions): LineSync {
  const { api, state, confirmed, openCart, queue, log, notifyOtherTabs } = options
  /** An id that distinguishes this page's writes from those of the shopper's other pages. */
  const page = Math.random().toString(36)
  let changedElsewhereAt = Date.now()
  /** The last write of a closed page may still arrive, unless a newer write replaces it. */
  const expectsLateWrites = () => Date.now() - changedElsewhereAt < LATE_WRITE_MS
  let writes = 0
  const timers = createTimers(options.after)
  /** Settles when all calls in flight for the variant have ended. */
  const inFlight = new Map<string, Promise<unknown>>()
  /** Variants with two calls in flight. Their responses do not show which write was applied last. */
  const crossed = new Set<string>()
  /** Variants of which the backend may have a line that the confirmed cart lacks. */
  const unknownLines = new Set<string>()
  let operations = 0

  /** Applies an event. @returns false if it cannot happen now, or if the operation was superseded */
  function onEvent(variantId: string, event: LineEvent, token: number): boolean {
    const before = state.operations[variantId] ?? IDLE
    const now = step(before, event, token)
    if (now.phase === 'idle') delete state.operations[variantId]
    else state.operations[variantId] = now
    return now !== before
  }

  const isNewest = (variantId: string, token: number) => state.operations[variantId]?.token === token

  async function attempt(variantId: string, token: number): Promise<void> {
    const pendingChange = state.pending[variantId]
    if (!pendingChange) return
    let cartId: string | undefined
    try {
      cartId = await openCart.require()
      // Reading the cart may have changed or ended the operation.
      const now = state.pending[variantId]
      if (!now || !isNewest(variantId, token)) return
      const before = confirmed.revision()
      const answer = await deliver(now, cartId)
      if (confirmed.id() === cartId) applyAnswer(now, token, confirmed.revision() === before, answer)
      // Another tab switched to another cart, which does not contain the line.
      else if (isNewest(variantId, token)) throw new CartApiError(410, {})
    } catch (error) {
      confirmed.settle(variantId)
      await recover(pendingChange, token, cartId === undefined, error)
    }
  }

  async function deliver({ variantId, quantity, isAgain = false }: PendingLine, cartId: string): Promise<CartAnswer> {
    // If an earlier call may have added or removed the line, this write names the variant instead, and its quantity is
    // the total of both calls.
    // Two tabs may add a product to a new cart again at once, so the quantity is set rather than added.
    const isUnsure = crossed.has(variantId) || unknownLines.has(variantId) || isAgain
    const lineId = isUnsure ? variantId : confirmed.lineId(variantId)
    // The `order` value lets the server ignore this write if a newer one arrives first.
    writes = Math.max(writes + 1, Date.now())
    const order = `${page}-${variantId}=${writes}`
    if (quantity === 0) {
      if (!lineId && state.confirmed && !expectsLateWrites()) return api.read(cartId)
      // The removal uses the variant id, because the line may have been removed and added again since the last read.
      const removed = await api.removeLine(cartId, variantId, order)
      // The line is removed even if this read fails.
      return api.read(cartId).catch(() => removed)
    }
    if (lineId) return api.updateLine(cartId, lineId, { quantity }, order)
    const add = () => api.addLine(cartId, { variant_id: variantId, quantity }, order)
    if (state.confirmed) return add()
    confirmed.adding(variantId, quantity)
    try {
      return await add()
    } catch (error) {
      // If the line does not exist yet, a read cannot show whether it was added. Repeating the write with its original
      // number is safe.
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
    const { variantId } = pendingChange
    const isCrossed = crossed.has(variantId)
    if (!isCrossed && onEvent(variantId, 'answered', token)) {
      delete state.pending[variantId]
      notifyShopper(pendingChange, notice)
    }
    if (!isCrossed) take(variantId, cart, isWhole)
    confirmed.settle(variantId, cart)
    if (isCrossed) return verifyLater(pendingChange, token)
    // Each of the crossed responses is reliable only for its own line, so the whole cart is read again.
    if (!isWhole && state.isSettled) reload()
    notifyOtherTabs(cart.id)
  }

  /** Applies the whole cart, or only the variant's line while other changes are pending. */
  function take(variantId: string, cart: Cart, isWhole: boolean): void {
    unknownLines.delete(variantId)
    if (isWhole && state.isSettled) confirmed.take(cart)
    else confirmed.takeLine(variantId, cart)
  }

  async function recover(
    pendingChange: PendingLine,
    token: number,
    isCartMissing: boolean,
    error: unknown,
  ): Promise<void> {
    const { variantId } = pendingChange
    if (!isCartMissing) {
      if (isUnclear(error)) return verifyLater(pendingChange, token, error)
      const isMissed = await openCart.hasLost(pendingChange, error)
      if (isMissed && onEvent(variantId, 'missed', token)) return attempt(variantId, token)
    }
    // The browser aborts the call that opens a cart when a navigation starts, before it reports that the page closes.
    // The change stays pending until then, so that the closing page stores it for the next one.
    else if (error instanceof CartApiError && error.status === 0)
      await new Promise<void>((resolve) => void options.after(UNLOAD_MS, resolve))
    giveUp(pendingChange, token, isCartMissing, error)
  }

  /** @param error the reason why no response arrived; undefined if the responses crossed */
  function verifyLater(pendingChange: PendingLine, token: number, error?: unknown): void {
    const { variantId } = pendingChange
    unknownLines.add(variantId)
    if (onEvent(variantId, 'unconfirmed', token)) return void queue.add(() => verify(pendingChange, token, error))
    if (error !== undefined) giveUp(pendingChange, token, false, error)
  }

  /** Reads the cart to find out whether a write with an unclear result succeeded. Never throws. */
  async function verify(pendingChange: PendingLine, token: number, error: unknown): Promise<void> {
    const { variantId } = pendingChange
    let reason = error
    await inFlight.get(variantId)
    const before = confirmed.revision()
    const cart = await openCart.readOrReplace().catch((failure: unknown) => void (reason ??= failure))
    const isLatest = isNewest(variantId, token) || confirmed.revision() === before
    const isThere = cart ? matches(pendingChange, cart) : false
    if (cart && !isThere && reason === undefined && onEvent(variantId, 'missed', token)) {
      confirmed.takeLine(variantId, cart)
      return follow(variantId, () => attempt(variantId, token))
    }
    if (!isThere) giveUp(pendingChange, token, false, reason)
    else if (onEvent(variantId, 'answered', token)) {
      delete state.pending[variantId]
      notifyShopper(pendingChange)
    }
    if (cart && isLatest) take(variantId, cart, confirmed.revision() === before)
    notifyOtherTabs(confirmed.id())
  }

  function giveUp(pendingChange: PendingLine, token: number, isCartMissing: boolean, error: unknown): void {
    const { variantId, details } = pendingChange
    const { code, text } = failureOf(pendingChange, isCartMissing, confirmed.lineId(variantId) !== undefined)
    log(text, error)
    // The operation was superseded. The newer one is sent later and reports its own result.
    if (!onEvent(variantId, 'refused', token)) return
    delete state.pending[variantId]
    if (code === 'remove-failed') withdrawMessages(state, (message) => message.code === 'removed')
    notify(state, { code, name: details.title, text: localized(error) })
  }

  function notifyShopper(pendingChange: PendingLine, notice?: string): void {
    const product = pendingChange.details.title
    if (notice) notify(state, { code: 'notice', name: product, text: notice })
    else if (pendingChange.isAdd) notify(state, { code: 'added', name: product })
  }

  function reload(): void {
    queue.add(() => openCart.load(false)).catch((error: unknown) => log('Failed to refresh cart', error))
  }

  /** Sends the operation, unless it was already sent, or was superseded while in the queue. */
  async function start(variantId: string, token: number): Promise<void> {
    if (onEvent(variantId, 'sent', token)) await follow(variantId, () => attempt(variantId, token))
  }

  /** Tracks a call in flight until it ends, together with other calls for the variant. */
  async function follow(variantId: string, call: () => Promise<void>): Promise<void> {
    const earlier = inFlight.get(variantId)
    if (earlier) crossed.add(variantId)
    const all = Promise.all([earlier, call()])
    inFlight.set(variantId, all)
    await all
    if (inFlight.get(variantId) !== all) return
    inFlight.delete(variantId)
    crossed.delete(variantId)
  }

  /** Returns whether the next write depends on a missing response, which would show the cart or the quantity. */
  function isStuck(variantId: string): boolean {
    if (!confirmed.id()) return true
    const isUnknown = !state.confirmed || confirmed.added(variantId) !== undefined
    return isUnknown && inFlight.has(variantId) && state.pending[variantId]?.quantity !== 0
  }

  function send(variantId: string, isUrgent: boolean): void {
    const { phase, token } = state.operations[variantId] ?? IDLE
    onEvent(variantId, 'due', token)
    // A closing page cannot wait for the queue.
    if (isUrgent && !isStuck(variantId)) void start(variantId, token)
    // A call that bypassed the queue may still be in flight.
    else if (phase === 'waiting') void queue.add(async () => (await inFlight.get(variantId), start(variantId, token)))
  }

  function flush(isUrgent: boolean): void {
    timers.stopAll()
    for (const variantId of Object.keys(state.operations)) send(variantId, isUrgent)
  }

  function forgetAll(): void {
    timers.stopAll()
    state.operations = {}
    unknownLines.clear()
    state.pending = {}
  }

  return {
    sendAfter(milliseconds, variantId) {
      onEvent(variantId, 'asked', ++operations)
      timers.start(variantId, milliseconds, () => send(variantId, false))
    },
    cancel(variantId, quantity) {
      if (!state.confirmed || confirmed.quantity(variantId) !== quantity) return false
      if (expectsLateWrites()) return false
      // The result of an earlier call is not known yet.
      if (inFlight.has(variantId) || unknownLines.has(variantId)) return false
      const { phase, token } = state.operations[variantId] ?? IDLE
      if (phase !== 'idle' && !onEvent(variantId, 'canceled', token)) return false
      timers.stop(variantId)
      delete state.pending[variantId]
      return true
    },
    flush,
    expectLateWrites: () => void (changedElsewhereAt = Date.now()),
    leave() {
      const unsent = Object.values(state.pending)
        .filter(({ variantId }) => isStuck(variantId))
        .map((pendingChange) => ({
          ...pendingChange,
          quantity: pendingChange.quantity - (confirmed.added(pendingChange.variantId) ?? 0),
        }))
        .filter(({ quantity }) => quantity > 0)
      for (const { variantId } of unsent) {
        delete state.operations[variantId]
        delete state.pending[variantId]
      }
      if (confirmed.id()) flush(true)
      else forgetAll()
      return unsent
    },
    pause: () => Promise.all([...inFlight.values(), queue.add(() => Promise.resolve())]),
    forgetAll,
  }
}

/** Returns whether the cart has the requested quantity. */
function matches({ variantId, quantity }: PendingLine, cart: Cart): boolean {
  return (cart.items.find((line) => line.variant_id === variantId)?.quantity ?? 0) === quantity
}

/**
 * Returns how to report a failed change to the shopper and in the log.
 * @param isCartMissing true if there was no cart to write to
 * @param isKnown true if the backend has a line for the change
 */
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
