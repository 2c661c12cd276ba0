import type { CartAnswer } from '#shared/api/cart.ts'

import { CartApiError, type CartApi } from '../cart-api.ts'
import { forgetPending, hasPending, say, setPending, type CartState } from '../cart-state.ts'
import type { PendingLine } from '../pending-lines.ts'
import type { ConfirmedCart } from './confirmed-cart.ts'
import type { OpenCart } from './open-cart.ts'
import type { SerialQueue } from './serial-queue.ts'
import { createTimers, type After } from './timers.ts'

interface LineSyncOptions {
  api: CartApi
  state: CartState
  confirmed: ConfirmedCart
  openCart: OpenCart
  queue: SerialQueue
  after: After
  log: (text: string, error: unknown) => void
  tellOtherTabs: (cartId: string | undefined) => void
}

/** Carries pending lines to the backend, one wish per variant: the newest. */
export interface LineSync {
  /** Sends the variant's wish after a wait; a newer wish starts the wait again. */
  sendAfter(milliseconds: number, variantId: string): void
  /** Calls off the adding of a piece that the backend has not heard of. @returns whether it could */
  callOff(variantId: string): boolean
  /** Sends at once what still waits; `isUrgent` also jumps the queue, for a page that goes away. */
  flush(isUrgent: boolean): void
  forgetAll(): void
}

/** What an answer has to be measured by: the cart asked, and what was known then. */
interface Asked {
  cartId: string
  before: number
}

export function createLineSync(options: LineSyncOptions): LineSync {
  const { api, state, confirmed, openCart, queue, log, tellOtherTabs } = options
  const timers = createTimers(options.after)
  /** Newest operation per variant; an answer to any other has been overtaken. */
  const newest = new Map<string, number>()
  /** Newest call per variant that is on its way, until its answer is taken in. */
  const underWay = new Map<string, Promise<void>>()
  let operations = 0

  async function sync(variantId: string, token: number, isRetry = false): Promise<void> {
    const wish = state.pending[variantId]
    if (!wish || newest.get(variantId) !== token) return
    let cartId: string | undefined
    try {
      cartId = await openCart.require()
      const before = confirmed.revision()
      settle(wish, token, { cartId, before }, await deliver(wish, cartId))
    } catch (error) {
      if (!isRetry && (await isWorthRepeating(wish, error))) return sync(variantId, token, true)
      giveUp(wish, token, cartId === undefined, error)
    }
  }

  async function deliver({ variantId, quantity }: PendingLine, cartId: string): Promise<CartAnswer> {
    const lineId = confirmed.lineId(variantId)
    if (quantity === 0) {
      if (!lineId) return api.read(cartId)
      const removed = await api.removeLine(cartId, lineId)
      // The line is gone either way: a failed look at the rest must not bring it back.
      return api.read(cartId).catch(() => removed)
    }
    if (lineId) return api.updateLine(cartId, lineId, { quantity })
    return api.addLine(cartId, { variant_id: variantId, quantity })
  }

  function settle(wish: PendingLine, token: number, { cartId, before }: Asked, { cart, notice }: CartAnswer): void {
    const isNewest = newest.get(wish.variantId) === token
    if (isNewest) forgetPending(state, wish.variantId)
    // The cart was reset or replaced meanwhile: the answer speaks of another one.
    if (confirmed.id() !== cartId) return
    const isWhole = confirmed.revision() === before
    if (isWhole && !hasPending(state)) confirmed.take(cart)
    else confirmed.takeLine(wish.variantId, cart)
    // Answers that crossed each other each know their own line: only a new look knows the sum.
    if (!isWhole && !hasPending(state)) lookAgain()
    tellOtherTabs(cartId)
    if (!isNewest) return
    if (notice) say(state, { code: 'notice', piece: wish.details.title, text: notice })
    else if (wish.isAdd) say(state, { code: 'added', piece: wish.details.title })
    else if (wish.quantity === 0) say(state, { code: 'removed', piece: wish.details.title })
  }

  /** A line or a whole cart may have vanished in another tab; what was added is then added again. */
  async function isWorthRepeating(wish: PendingLine, error: unknown): Promise<boolean> {
    if (!(error instanceof CartApiError) || ![404, 409, 410].includes(error.status)) return false
    const { variantId } = wish
    const before = { lineId: confirmed.lineId(variantId), quantity: confirmed.quantity(variantId) }
    const cart = await openCart.readOrReplace().catch(() => undefined)
    if (cart === undefined) return false
    // What was still wanted of the old cart is pending for the new one.
    if (cart === null) return true
    confirmed.takeLine(variantId, cart)
    if (!before.lineId || confirmed.lineId(variantId) === before.lineId) return false
    const newer = state.pending[variantId]
    if (wish.quantity === 0 || !newer?.isAdd) return wish.quantity === 0
    setPending(state, { ...newer, quantity: Math.max(1, newer.quantity - before.quantity) })
    return true
  }

  function giveUp(wish: PendingLine, token: number, isCartMissing: boolean, error: unknown): void {
    const { variantId, details, isAdd, quantity } = wish
    log(failureText(wish, isCartMissing, confirmed.lineId(variantId) !== undefined), error)
    // Overtaken: the newer wish will be sent, and tells its own end.
    if (newest.get(variantId) !== token) return
    forgetPending(state, variantId)
    const code = quantity === 0 ? 'remove-failed' : isAdd ? 'add-failed' : 'update-failed'
    const text = error instanceof CartApiError && error.isSpoken ? error.message : undefined
    say(state, { code, piece: details.title, text })
    // No answer is no proof that nothing happened.
    if (!(error instanceof CartApiError) || error.status === 0 || error.status >= 500) lookAgain()
  }

  function lookAgain(): void {
    queue.add(() => openCart.load(false)).catch((error: unknown) => log('Failed to refresh cart', error))
  }

  function send(variantId: string, isUrgent: boolean): void {
    const token = newest.get(variantId)
    if (token === undefined) return
    const start = () => {
      const run = sync(variantId, token).finally(() => underWay.get(variantId) === run && underWay.delete(variantId))
      underWay.set(variantId, run)
      return run
    }
    // A page that goes away cannot wait for its turn, except where it needs an id that is still to come.
    const isStuck = !confirmed.id() || (underWay.has(variantId) && !confirmed.lineId(variantId))
    if (isUrgent && !isStuck) void start()
    // One that jumped the queue may still be on its way.
    else void queue.add(async () => underWay.get(variantId)?.then(start) ?? start())
  }

  return {
    sendAfter(milliseconds, variantId) {
      newest.set(variantId, ++operations)
      timers.start(variantId, milliseconds, () => send(variantId, false))
    },
    callOff(variantId) {
      const isUnheard = timers.has(variantId) && !underWay.has(variantId) && !confirmed.lineId(variantId)
      if (!isUnheard || state.confirmed === null) return false
      timers.stop(variantId)
      newest.delete(variantId)
      forgetPending(state, variantId)
      return true
    },
    flush: (isUrgent) => timers.stopAll().forEach((variantId) => send(variantId, isUrgent)),
    forgetAll() {
      timers.stopAll()
      newest.clear()
      Object.keys(state.pending).forEach((variantId) => forgetPending(state, variantId))
    },
  }
}

function failureText({ quantity, isAdd }: PendingLine, isCartMissing: boolean, isKnown: boolean): string {
  if (quantity === 0) return isCartMissing ? 'Failed to remove item' : 'Failed to sync removal'
  if (!isAdd) return isCartMissing ? 'Failed to update item quantity' : 'Failed to sync quantity update'
  if (isCartMissing) return 'Failed to add/update item'
  return isKnown ? 'Failed to sync add item' : 'Failed to add new item'
}
