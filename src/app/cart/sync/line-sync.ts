import type { CartAnswer } from '#shared/cart/cart.ts'

import { createTimers, type After } from '../../ui/timers.ts'
import { CartApiError, isUnclear, localized, type CartApi } from '../cart-api.ts'
import type { CartState } from '../cart-state.ts'
import { failureOf, notify, withdrawMessages } from '../messages.ts'
import { createOperation, keyOf, type LineChange, type PendingLine } from '../pending-lines.ts'
import type { ConfirmedCart } from './confirmed-cart.ts'
import { whileClosing, type OpenCart } from './open-cart.ts'
import type { SerialQueue } from './serial-queue.ts'

const MOST_TRIES = 3

export type LineSync = ReturnType<typeof createLineSync>

/** Sends pending lines to the backend, for each line only the newest change. `key` is a `lineKey`. */
export function createLineSync(options: {
  api: CartApi
  state: CartState
  confirmed: ConfirmedCart
  openCart: OpenCart
  queue: SerialQueue
  after: After
  log: (text: string, error: unknown) => void
  notifyOtherTabs: (cartId: string | undefined) => void
  /** Reads the cart again after all tasks in the queue. */
  reload: () => void
}) {
  const { api, state, confirmed, openCart, queue, log } = options
  const timers = createTimers(options.after)
  let tokens = 0

  /** Does nothing if the change with this token was sent or replaced. Never throws. */
  async function send(key: string, token: number): Promise<void> {
    const isNewest = () => state.pending[key]?.token === token
    const asked = state.pending[key]
    if (!asked || !isNewest()) return
    let cartId: string
    try {
      cartId = await openCart.require()
    } catch (error) {
      // The change stays pending until then, so that the closing page stores it for the next one.
      await whileClosing(options.after, error)
      return giveUp(asked, error, true)
    }
    // Opening the cart may have changed the pending line.
    const pending = state.pending[key]
    if (!pending || !isNewest() || pending.sent === token) return
    pending.sent = token
    const sent = { ...pending }
    const isKnown = state.confirmed !== null
    let failure: unknown
    for (let tries = 1; ; tries += 1) {
      const revision = confirmed.revision()
      try {
        const answer = await deliver(cartId, sent)
        // Another tab switched to another cart, or this one was dropped.
        if (confirmed.id() !== cartId) throw new CartApiError(410, {})
        return finish(sent, revision, answer, isKnown ? failure : undefined)
      } catch (error) {
        failure = error
        // A read does not show whether a line was added to an unknown quantity, so that request is repeated too.
        const isLost = isUnclear(error) && (!isKnown || !(error instanceof CartApiError) || error.status === 0)
        if (!isLost || tries === MOST_TRIES || !isNewest()) return recover(cartId, sent, error)
      }
    }
  }

  async function deliver(cartId: string, sent: PendingLine): Promise<CartAnswer> {
    const { quantity, base, isAgain, details, operation, token } = sent
    const answer = await api.setLine(cartId, keyOf(sent), {
      quantity,
      write: { operation, number: token },
      // Two tabs may add a product to a new cart again at once, so its quantity is absolute.
      ...(isAgain ? {} : { base }),
      ...(details.engraving ? { engraving: details.engraving } : {}),
      ...(details.shownPrice ? { shown_price: details.shownPrice } : {}),
    })
    // The line is removed even if this read fails.
    return quantity === 0 ? api.read(cartId).catch(() => answer) : answer
  }

  async function recover(cartId: string, sent: PendingLine, error: unknown): Promise<void> {
    const revision = confirmed.revision()
    const cart = await openCart.readOrReplace().catch(() => undefined)
    if (cart === undefined || cart?.id === cartId) return finish(sent, revision, cart && { cart }, error)
    // A cart that was replaced has its lines pending already. A customer's cart, after the session has ended, has not.
    const pending = state.pending[keyOf(sent)]
    if (pending?.operation !== sent.operation) return
    pending.sent = 0
    if (cart) confirmed.take(cart)
    return send(keyOf(sent), sent.token)
  }

  /** @param error set if the request failed, or if an earlier response may have been lost */
  function finish(sent: PendingLine, revision: number, answer: CartAnswer | undefined, error: unknown): void {
    const { cart, notice } = answer ?? {}
    const key = keyOf(sent)
    const pending = state.pending[key]
    const isWhole = confirmed.revision() === revision
    // A later request of the line reports for this one too.
    const isLatest = pending?.operation === sent.operation && pending.sent === sent.token
    if (isLatest) {
      const quantity = cart && confirmed.quantity(key, cart)
      const isDone = error === undefined || notice || (isUnclear(error) && quantity === sent.quantity)
      // Without the cart, the next request counts from the same base.
      if (pending.token !== sent.token) {
        if (quantity !== undefined) confirmed.rebase(key, isDone ? sent.quantity : sent.base, quantity)
      } else if (!isDone) giveUp(sent, error)
      // What the page did not know of, such as a late request of the page before, is removed too.
      else if (sent.quantity === 0 && quantity && quantity !== sent.base) {
        confirmed.rebase(key, 0, quantity)
        queueSend(key, false)
      } else delete state.pending[key]
      if (notice) notify(state, { code: 'notice', name: sent.details.title, text: notice })
      else if (isDone && sent.isAdd && !state.pending[key]) notify(state, { code: 'added', name: sent.details.title })
    }
    if (!cart) return
    if (isWhole && state.isSettled) confirmed.take(cart)
    else {
      if (isLatest) confirmed.takeLine(key, cart)
      // The other lines of a response that was overtaken may be stale.
      if (state.isSettled) options.reload()
    }
    options.notifyOtherTabs(cart.id)
  }

  function giveUp(change: PendingLine, error: unknown, isCartMissing = false): void {
    const key = keyOf(change)
    const { code, text } = failureOf(change, isCartMissing, confirmed.quantity(key) > 0)
    log(text, error)
    // A newer change reports its own result.
    if (state.pending[key]?.token !== change.token) return
    delete state.pending[key]
    if (code === 'remove-failed') withdrawMessages(state, (message) => message.code === 'removed')
    notify(state, { code, name: change.details.title, text: localized(error) })
  }

  /** An urgent request bypasses the queue, because the page is closing. The queue waits for its response. */
  function queueSend(key: string, isUrgent: boolean): void {
    const { token = 0 } = state.pending[key] ?? {}
    const call = isUrgent && confirmed.id() ? send(key, token) : undefined
    void queue.add(() => call ?? send(key, token))
  }

  return {
    /** Shows the change, and sends it after the delay unless a newer one replaces it. */
    change(change: LineChange, milliseconds: number) {
      const key = keyOf(change)
      const { [key]: pending } = state.pending
      const { base = confirmed.quantity(key), operation = createOperation(), sent = 0, isAgain = false } = pending ?? {}
      timers.stop(key)
      delete state.pending[key]
      // The shopper has undone a change that was not sent. A cart that is not read yet may have the line already.
      const isRemovalUnread = change.quantity === 0 && !state.confirmed && confirmed.id() !== undefined
      if (sent === 0 && change.quantity === base && !isRemovalUnread) return
      state.pending[key] = { isAgain, ...change, base, operation, token: ++tokens, sent }
      timers.start(key, milliseconds, () => queueSend(key, false))
    },
    flush(isUrgent: boolean) {
      timers.stopAll()
      for (const key of Object.keys(state.pending)) queueSend(key, isUrgent)
    },
    forgetAll() {
      timers.stopAll()
      state.pending = {}
    },
  }
}
