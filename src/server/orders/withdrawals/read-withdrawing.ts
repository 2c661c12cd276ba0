import type { FastifyInstance, FastifyRequest } from 'fastify'

import { shopperOf, foundOrderId, orderCookie } from '#server/cart/api/visitor-cart.ts'
import { readPlacedNumber } from '#server/cart/orders-queries.ts'
import { labelOfLine } from '#server/cart/to-line-item.ts'
import { deriveKey } from '#server/keys.ts'
import { BackendError } from '#server/medusa/backend-error.ts'
import { maskEmailAddress } from '#shared/email/is-email-address.ts'
import type { WithdrawnLine } from '#shared/order/order.ts'
import {
  HELD_ORDERS,
  type HeldOrder,
  type WithdrawableLine,
  type Withdrawing,
  type WithdrawingUnseen,
  type TakeableWithdrawal,
} from '#shared/order/withdrawing.ts'

import { orderAccess } from '../order-access.ts'
import { readOrderBooks, type OrderBooks, type LineBooks } from './order-books.ts'
import { lastDayAfter, sealEmail } from './statements.ts'
import { toReceived } from './take-withdrawal.ts'
import { readWithdrawals, type KnownWithdrawal, findWithdrawal } from './withdrawals-queries.ts'

/** The id of an order that this visitor holds; undefined where they do not. */
export function heldOrderId(request: FastifyRequest, held: HeldOrder): string | undefined {
  return held === 'found' ? foundOrderId(request) : orderCookie.read(request)
}

/**
 * An order of the visitor's, as they may withdraw from it.
 * @param asked what the address says: which order, and how many of which lines; what is not said is not chosen
 * @returns null where they hold none
 * @throws HttpError 404, DatabaseDown where the backend is away as well
 */
export async function readWithdrawing(
  request: FastifyRequest,
  asked: URLSearchParams,
): Promise<Withdrawing | WithdrawingUnseen | null> {
  const held = orderMeant(request, asked.get('order'))
  const orderId = held && heldOrderId(request, held)
  if (!orderId) return null
  const { database, carts, backend, withdrawals, site, translate, log } = request.server
  const shopper = shopperOf(request)
  // First, so that whatever is done meanwhile is counted once more rather than not at all.
  const { now, withdrawals: known } = await readWithdrawals(database, orderId).catch((error: unknown) => {
    log.warn({ err: error }, 'what was withdrawn of an order is not known')
    return { now: new Date(), withdrawals: [] }
  })
  const read = await Promise.all([carts.readOrder(orderId, shopper), readOrderBooks(backend, orderId)]).catch(
    (error: unknown) => {
      if (error instanceof BackendError && error.isUnavailable) return undefined
      throw error
    },
  )
  if (!read) return readUnseen(request.server, { orderId, held, known, now })
  const [order, books] = read
  const lines: WithdrawableLine[] = order.items.flatMap((item) => {
    const book = books.lines.find(({ id }) => id === item.id)
    if (!book) return []
    const { id, quantity, thumbnail: image } = item
    const { isBespoke } = book
    const left = isBespoke ? 0 : Math.max(0, stillHeld(book, known) - stillOpen(id, known))
    const title = item.product_title || item.title
    return { id, title, label: labelOfLine(item, shopper.locale, translate), picture: image, quantity, left, isBespoke }
  })
  const last = books.deliveredAt && lastDayAfter(books.deliveredAt, site.returnDays)
  const refused = httpErrorOf(books, lines, last?.isOver(new Date()) ?? false)
  const chosen = refused || !order.email ? [] : chooseLines(lines, asked)
  const withBooks = chosen.map((line) => {
    const book = books.lines.find(({ id }) => id === line.id) ?? { id: line.id, quantity: 0, back: 0, sent: 0 }
    const sent = Math.max(0, book.sent - book.back)
    return { ...line, left: stillHeld(book, known), unsent: Math.max(0, line.quantity - sent) }
  })
  const email = order.email ?? ''
  const isFull = orderAccess(request, orderId) === 'full'
  const shown = isFull ? email : email && maskEmailAddress(email)
  const secret = request.server.config.secret
  const to = isFull ? { email } : { email: null, sealedEmail: sealEmail(deriveKey(secret, 'sealed-emails'), email) }
  return {
    held,
    number: order.number,
    placedAt: order.created_at,
    email: shown || null,
    isLinked: isFull,
    lines,
    days: site.returnDays,
    lastDay: last?.day ?? null,
    refused,
    received: known.map(toReceived),
    chosen:
      chosen.length === 0
        ? null
        : {
            lines: chosen,
            statement: withdrawals.statements.sign({
              orderId,
              number: order.number,
              ...to,
              lines: withBooks,
              readAt: now.toISOString(),
            }),
          },
  }
}

/** While the backend is away: what the shop's own database knows of an order is enough to receive a declaration. */
async function readUnseen(
  { database, withdrawals }: FastifyInstance,
  { orderId, held, known, now }: { orderId: string; held: HeldOrder; known: readonly KnownWithdrawal[]; now: Date },
): Promise<WithdrawingUnseen | null> {
  const number = await readPlacedNumber(database, orderId)
  if (number === undefined) return null
  const statement = withdrawals.statements.sign({ orderId, number, email: null, lines: [], readAt: now.toISOString() })
  return { held, number, statement, received: known.map(toReceived) }
}

/** Which of two orders: the one that was asked for, else the one that was looked for. */
function orderMeant(request: FastifyRequest, asked: string | null): HeldOrder | undefined {
  const named = HELD_ORDERS.find((held) => held === asked)
  return named ?? (['found', 'placed'] as const).find((held) => heldOrderId(request, held) !== undefined)
}

function httpErrorOf({ isCanceled }: OrderBooks, lines: readonly WithdrawableLine[], isOver: boolean) {
  if (isCanceled) return 'canceled'
  if (lines.every(({ left }) => left === 0)) return 'nothing-left'
  return isOver ? 'over' : null
}

/** @returns nothing where more was asked for than there is */
function chooseLines(lines: readonly WithdrawableLine[], asked: URLSearchParams): WithdrawnLine[] {
  const chosen = lines.flatMap(({ id, title, label, left }) => {
    const quantity = Number(asked.get(id) ?? 0)
    return quantity === 0 ? [] : [{ line: { id, title, label, quantity }, left }]
  })
  const isPossible = chosen.every(({ line: { quantity }, left }) => {
    return Number.isInteger(quantity) && quantity > 0 && quantity <= left
  })
  return isPossible ? chosen.map(({ line }) => line) : []
}

/**
 * The withdrawal that a link in an email can take back, as its page shows it. Changes nothing.
 * @returns null where the link is none of ours, or the withdrawal was forgotten
 * @throws DatabaseDown
 */
export async function readTakeable(
  { database, orders }: FastifyInstance,
  token: string,
): Promise<TakeableWithdrawal | null> {
  const read = orders.links.read('take-back', token)
  const found = read.state === 'damaged' ? undefined : await findWithdrawal(database, read.subject)
  if (!found) return null
  const { number, locale, lines, due_at: due, state, mayBeTakenBack } = found
  const shown = mayBeTakenBack ? 'open' : state === 'taken_back' ? 'taken-back' : 'carried-out'
  return { state: shown, number, locale, lines, until: due.toISOString() }
}

/**
 * How many of a line its shopper still keeps, but for what was declared and no one has seen to yet. Staff who give
 * money back may leave the product in the books: what they have seen to is gone all the same, and counts once.
 * @param known what was declared of the order, oldest first
 */
export function stillHeld(
  { id, quantity, back }: Pick<LineBooks, 'id' | 'quantity' | 'back'>,
  known: readonly Pick<KnownWithdrawal, 'lines' | 'open_lines' | 'closed_lines'>[],
): number {
  const inBooks = quantity - back
  for (const [at, { closed_lines }] of known.entries()) {
    const closed = closed_lines.find((line) => line.id === id)
    if (closed?.kept === undefined) continue
    const later = known.slice(at + 1)
    const seenTo = sumOf(later, 'lines', id) - sumOf(later, 'open_lines', id)
    return Math.max(0, Math.min(inBooks, closed.kept - closed.quantity - seenTo))
  }
  return inBooks
}

/** How many of a line are declared, and not seen to. */
export function stillOpen(id: string, known: readonly Pick<KnownWithdrawal, 'open_lines'>[]): number {
  return sumOf(known, 'open_lines', id)
}

function sumOf<Of extends 'lines' | 'open_lines'>(
  known: readonly Pick<KnownWithdrawal, Of>[],
  of: Of,
  id: string,
): number {
  return known.flatMap((one) => one[of]).reduce((sum, line) => (line.id === id ? sum + line.quantity : sum), 0)
}
