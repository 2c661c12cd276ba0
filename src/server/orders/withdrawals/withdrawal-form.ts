import type { FastifyInstance, FastifyRequest } from 'fastify'

import { foundOrderId, orderCookie } from '#server/cart/api/cart-cookies.ts'
import { shopperOf } from '#server/cart/api/visitor-cart.ts'
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
  type WithdrawalForm,
  type WholeOrderForm,
  type RevocableWithdrawal,
} from '#shared/order/withdrawal-form.ts'

import { orderAccess } from '../order-access.ts'
import { readOrderBooks, type OrderBooks } from './order-books.ts'
import { countHeld, countOpen } from './quantities-left.ts'
import { lastDayAfter, sealEmail } from './statements.ts'
import { toReceived } from './take-withdrawal.ts'
import { readWithdrawals, type KnownWithdrawal, findWithdrawal } from './withdrawals-queries.ts'

export function heldOrderId(request: FastifyRequest, held: HeldOrder): string | undefined {
  return held === 'found' ? foundOrderId(request) : orderCookie.read(request)
}

/** `asked` has the quantity of each line. Null if the visitor holds no order. Throws HttpError 404, DatabaseDown. */
export async function readWithdrawalForm(
  request: FastifyRequest,
  asked: URLSearchParams,
): Promise<WithdrawalForm | WholeOrderForm | null> {
  const held = selectedOrder(request, asked.get('order'))
  const orderId = held && heldOrderId(request, held)
  if (!orderId) return null
  const { database, carts, backend, withdrawals, site, translate, log } = request.server
  const shopper = shopperOf(request)
  // Read the withdrawals first: one made in the meantime is then counted twice rather than not at all.
  const { now, withdrawals: known } = await readWithdrawals(database, orderId).catch((error: unknown) => {
    log.warn(
      { event: 'withdrawals.read_failed', err: error },
      'withdrawals of an order could not be read; its page does not show them',
    )
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
    const left = isBespoke ? 0 : Math.max(0, countHeld(book, known) - countOpen(id, known))
    const title = item.product_title || item.title
    return { id, title, label: labelOfLine(item, shopper.locale, translate), picture: image, quantity, left, isBespoke }
  })
  const last = books.deliveredAt && lastDayAfter(books.deliveredAt, site.returnDays)
  const refused = refusalOf(books, lines, last?.isOver(new Date()) ?? false)
  const chosen = refused || !order.email ? [] : chooseLines(lines, asked)
  const withBooks = chosen.map((line) => {
    const book = books.lines.find(({ id }) => id === line.id) ?? { id: line.id, quantity: 0, back: 0, sent: 0 }
    const sent = Math.max(0, book.sent - book.back)
    return { ...line, left: countHeld(book, known), unsent: Math.max(0, line.quantity - sent) }
  })
  const email = order.email ?? ''
  const isFull = orderAccess(request, orderId) === 'full'
  const shown = isFull ? email : email && maskEmailAddress(email)
  const secret = request.server.config.secret
  const to = isFull ? { email } : { email: null, sealedEmail: sealEmail(deriveKey(secret, 'sealed-emails'), email) }
  return {
    kind: 'lines',
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

/** During a backend outage the storefront's own database is enough to receive a declaration. */
async function readUnseen(
  { database, withdrawals }: FastifyInstance,
  { orderId, held, known, now }: { orderId: string; held: HeldOrder; known: readonly KnownWithdrawal[]; now: Date },
): Promise<WholeOrderForm | null> {
  const number = await readPlacedNumber(database, orderId)
  if (number === undefined) return null
  const statement = withdrawals.statements.sign({ orderId, number, email: null, lines: [], readAt: now.toISOString() })
  return { kind: 'whole-order', held, number, statement, received: known.map(toReceived) }
}

/** Returns the order that the query names, or else the found order, or else the placed order. */
function selectedOrder(request: FastifyRequest, asked: string | null): HeldOrder | undefined {
  const named = HELD_ORDERS.find((held) => held === asked)
  return named ?? (['found', 'placed'] as const).find((held) => heldOrderId(request, held) !== undefined)
}

function refusalOf({ isCanceled }: OrderBooks, lines: readonly WithdrawableLine[], isOver: boolean) {
  if (isCanceled) return 'canceled'
  if (lines.every(({ left }) => left === 0)) return 'nothing-left'
  return isOver ? 'over' : null
}

/** None if any quantity exceeds what is left. */
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

/** Read only. Null if the link is invalid or the withdrawal was deleted. Throws DatabaseDown. */
export async function readRevocable(
  { database, orders }: FastifyInstance,
  token: string,
): Promise<RevocableWithdrawal | null> {
  const read = orders.links.read('take-back', token)
  const found = read.state === 'damaged' ? undefined : await findWithdrawal(database, read.subject)
  if (!found) return null
  const { number, locale, lines, due_at: due, state, mayBeTakenBack } = found
  const shown = mayBeTakenBack ? 'open' : state === 'taken_back' ? 'taken-back' : 'carried-out'
  return { state: shown, number, locale, lines, until: due.toISOString() }
}
