import type { Cart, CartAnswer } from '#shared/cart/cart.ts'

import { CartApiError, isUnclear, localized, type CartApi } from '../cart-api.ts'
import { hasPending, type CartState } from '../cart-state.ts'
import { notify, withdrawNotice } from '../messages.ts'
import type { PendingLine } from '../pending-lines.ts'
import { failureOf, isAsAsked } from './check-confirmation.ts'
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

/** As long as what a page said as it went may be on its way. */
const LAST_NOTICE_MS = 20_000

/**
 * Carries pending lines to the backend, one wish per variant: the newest. Every step of it is one of the line machine.
 */
export interface LineSync {
  /** Sends the variant's wish after a wait; a newer wish starts the wait again. */
  sendAfter(milliseconds: number, variantId: string): void
  /** Calls off a wish for what the backend has anyway, and has heard nothing against. @returns whether it could */
  callOff(variantId: string, quantity: number): boolean
  /** Sends at once what still waits; `isUrgent` also jumps the queue, for a page that goes away. */
  flush(isUrgent: boolean): void
  /** The page has come back, or another has changed the cart: what that one said may still be on its way. */
  awaitNews(): void
  /** Flushes as a page that goes away. @returns what it cannot send, for the next page to add */
  leave(): PendingLine[]
  /** Waits for all calls in flight and in the queue. */
  pause(): Promise<unknown>
  forgetAll(): void
}

export function createLineSync(options: LineSyncOptions): LineSync {
  const { api, state, confirmed, openCart, queue, log, notifyOtherTabs } = options
  /** Tells this page's writes from those of the shopper's other pages. */
  const page = Math.random().toString(36)
  let newsAt = Date.now()
  /** The last write of a page that closed may still arrive, unless a newer write replaces it. */
  const awaitsNews = () => Date.now() - newsAt < LAST_NOTICE_MS
  let writes = 0
  const timers = createTimers(options.after)
  /** The end of all calls of a variant that are on their way. */
  const underWay = new Map<string, Promise<unknown>>()
  /** Variants with two calls in flight: the responses do not tell which of them came last. */
  const crossed = new Set<string>()
  /** Variants of which the backend may have a line that we do not know. */
  const uncertainReads = new Set<string>()
  let operations = 0

  /** @returns whether it could happen; to an operation that was overtaken nothing does */
  function onEvent(variantId: string, happening: LineEvent, token: number): boolean {
    const before = state.operations[variantId] ?? IDLE
    const now = step(before, happening, token)
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
      // Looking at the cart may have moved the wish, or ended it.
      const now = state.pending[variantId]
      if (!now || !isNewest(variantId, token)) return
      const before = confirmed.revision()
      const answer = await deliver(now, cartId)
      if (confirmed.id() === cartId) takeIn(now, token, confirmed.revision() === before, answer)
      // Another tab has moved on to another cart, which does not have it.
      else if (isNewest(variantId, token)) throw new CartApiError(410, {})
    } catch (error) {
      confirmed.settle(variantId)
      await recover(pendingChange, token, cartId === undefined, error)
    }
  }

  async function deliver({ variantId, quantity, isAgain = false }: PendingLine, cartId: string): Promise<CartAnswer> {
    // If an earlier call may have added or removed the line, the write names the variant, and the quantity is the sum
    // of both.
    // Two tabs may put the same product back into a new cart at once: the quantity is set, not added.
    const isUnsure = crossed.has(variantId) || uncertainReads.has(variantId) || isAgain
    const lineId = isUnsure ? variantId : confirmed.lineId(variantId)
    // On its way it may be overtaken by what is wanted next.
    writes = Math.max(writes + 1, Date.now())
    const order = `${page}-${variantId}=${writes}`
    if (quantity === 0) {
      if (!lineId && state.confirmed && !awaitsNews()) return api.read(cartId)
      // By its variant: since we looked the line may have been taken out and made again.
      const removed = await api.removeLine(cartId, variantId, order)
      // The line is gone either way: a failed look at the rest must not bring it back.
      return api.read(cartId).catch(() => removed)
    }
    if (lineId) return api.updateLine(cartId, lineId, { quantity }, order)
    const add = () => api.addLine(cartId, { variant_id: variantId, quantity }, order)
    if (state.confirmed) return add()
    confirmed.adding(variantId, quantity)
    try {
      return await add()
    } catch (error) {
      // For a line that does not exist yet, a read could not tell whether it was added. Repeating the write with the
      // same number is safe.
      if (isUnclear(error)) return add()
      throw error
    }
  }

  /** @param isWhole false if another answer was taken since the call began */
  function takeIn(pendingChange: PendingLine, token: number, isWhole: boolean, { cart, notice }: CartAnswer): void {
    const { variantId } = pendingChange
    const isCrossed = crossed.has(variantId)
    if (!isCrossed && onEvent(variantId, 'answered', token)) {
      delete state.pending[variantId]
      notifyShopper(pendingChange, notice)
    }
    if (!isCrossed) take(variantId, cart, isWhole)
    confirmed.settle(variantId, cart)
    if (isCrossed) return uncertain(pendingChange, token)
    // Answers that crossed each other each know their own line: only a new look knows the sum.
    if (!isWhole && !hasPending(state)) lookAgain()
    notifyOtherTabs(cart.id)
  }

  /** Of a whole cart only the variant's own line counts while anything else is open. */
  function take(variantId: string, cart: Cart, isWhole: boolean): void {
    uncertainReads.delete(variantId)
    if (isWhole && !hasPending(state)) confirmed.take(cart)
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
      if (isUnclear(error)) return uncertain(pendingChange, token, error)
      const isMissed = await openCart.hasLost(pendingChange, error)
      if (isMissed && onEvent(variantId, 'missed', token)) return attempt(variantId, token)
    }
    giveUp(pendingChange, token, isCartMissing, error)
  }

  /** @param error the reason for the missing response; none if the responses crossed */
  function uncertain(pendingChange: PendingLine, token: number, error?: unknown): void {
    const { variantId } = pendingChange
    uncertainReads.add(variantId)
    if (onEvent(variantId, 'doubted', token)) return void queue.add(() => look(pendingChange, token, error))
    if (error !== undefined) giveUp(pendingChange, token, false, error)
  }

  /** No answer is no proof that nothing happened. Never throws. */
  async function look(pendingChange: PendingLine, token: number, error: unknown): Promise<void> {
    const { variantId } = pendingChange
    let reason = error
    await underWay.get(variantId)
    const before = confirmed.revision()
    const cart = await openCart.readOrReplace().catch((failure: unknown) => void (reason ??= failure))
    const isLatest = isNewest(variantId, token) || confirmed.revision() === before
    const isThere = cart ? isAsAsked(pendingChange, cart) : false
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
    // Superseded: the newer operation will be sent and reports its own outcome.
    if (!onEvent(variantId, 'refused', token)) return
    delete state.pending[variantId]
    if (code === 'remove-failed') withdrawNotice(state, (message) => message.code === 'removed')
    notify(state, { code, name: details.title, text: localized(error) })
  }

  function notifyShopper(pendingChange: PendingLine, notice?: string): void {
    const product = pendingChange.details.title
    if (notice) notify(state, { code: 'notice', name: product, text: notice })
    else if (pendingChange.isAdd) notify(state, { code: 'added', name: product })
  }

  function lookAgain(): void {
    queue.add(() => openCart.load(false)).catch((error: unknown) => log('Failed to refresh cart', error))
  }

  /** Lets the call leave, unless it has left already or was overtaken while it stood in the queue. */
  async function start(variantId: string, token: number): Promise<void> {
    if (onEvent(variantId, 'sent', token)) await follow(variantId, () => attempt(variantId, token))
  }

  /** Tracks a call in flight until it ends, together with others of the same variant. */
  async function follow(variantId: string, call: () => Promise<void>): Promise<void> {
    const earlier = underWay.get(variantId)
    if (earlier) crossed.add(variantId)
    const all = Promise.all([earlier, call()])
    underWay.set(variantId, all)
    await all
    if (underWay.get(variantId) !== all) return
    underWay.delete(variantId)
    crossed.delete(variantId)
  }

  /** Whether the next write depends on a response that is missing: which cart, or which quantity. */
  function isStuck(variantId: string): boolean {
    if (!confirmed.id()) return true
    const isUnknown = !state.confirmed || confirmed.added(variantId) !== undefined
    return isUnknown && underWay.has(variantId) && state.pending[variantId]?.quantity !== 0
  }

  function send(variantId: string, isUrgent: boolean): void {
    const { phase, token } = state.operations[variantId] ?? IDLE
    onEvent(variantId, 'due', token)
    // A page that goes away cannot wait for its turn.
    if (isUrgent && !isStuck(variantId)) void start(variantId, token)
    // One that jumped the queue may still be on its way.
    else if (phase === 'waiting') void queue.add(async () => (await underWay.get(variantId), start(variantId, token)))
  }

  function flush(isUrgent: boolean): void {
    timers.stopAll()
    for (const variantId of Object.keys(state.operations)) send(variantId, isUrgent)
  }

  function forgetAll(): void {
    timers.stopAll()
    state.operations = {}
    uncertainReads.clear()
    state.pending = {}
  }

  return {
    sendAfter(milliseconds, variantId) {
      onEvent(variantId, 'asked', ++operations)
      timers.start(variantId, milliseconds, () => send(variantId, false))
    },
    callOff(variantId, quantity) {
      if (!state.confirmed || confirmed.quantity(variantId) !== quantity) return false
      if (awaitsNews()) return false
      // What an earlier call did, or is doing, is not known yet.
      if (underWay.has(variantId) || uncertainReads.has(variantId)) return false
      const { phase, token } = state.operations[variantId] ?? IDLE
      if (phase !== 'idle' && !onEvent(variantId, 'dropped', token)) return false
      timers.stop(variantId)
      delete state.pending[variantId]
      return true
    },
    flush,
    awaitNews: () => void (newsAt = Date.now()),
    leave() {
      const left = Object.values(state.pending)
        .filter(({ variantId }) => isStuck(variantId))
        .map((pendingChange) => ({
          ...pendingChange,
          quantity: pendingChange.quantity - (confirmed.added(pendingChange.variantId) ?? 0),
        }))
        .filter(({ quantity }) => quantity > 0)
      for (const { variantId } of left) {
        delete state.operations[variantId]
        delete state.pending[variantId]
      }
      if (confirmed.id()) flush(true)
      else forgetAll()
      return left
    },
    pause: () => Promise.all([...underWay.values(), queue.add(() => Promise.resolve())]),
    forgetAll,
  }
}
