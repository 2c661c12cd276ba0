import type { FastifyBaseLogger } from 'fastify'

import { labelOfLine } from '#server/cart/to-line-item.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Translate } from '#server/http/translations.ts'
import type { Database } from '#server/infra/database/database.ts'
import { BackendError } from '#server/medusa/backend-error.ts'
import type { Backend } from '#server/medusa/http.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { Order, WithdrawnLine } from '#shared/order/order.ts'

import { readOrderBooks, type LineBooks, type OrderBooks } from './order-books.ts'
import { countHeld, countOpen } from './quantities-left.ts'
import { lastDayAfter } from './statements.ts'
import {
  nameLines,
  noteTry,
  putOff,
  readWithdrawals,
  settleWithdrawal,
  takeWaiting,
  type StaffLine,
  type TakenWithdrawal,
  type Tried,
} from './withdrawals-queries.ts'

interface Performing {
  database: Database
  backend: Backend
  /** @throws BackendError, HttpError */
  readOrder: (id: string, locale: Locale) => Promise<Pick<Order, 'items'>>
  translate: Translate
  /** The withdrawal period in days after the delivery. */
  returnDays: number
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Longer than the calls can take, so a process that holds it longer has crashed. */
const LEASE_SECONDS = 120
const MAX_PAUSE_SECONDS = 120

/** Why staff have to act. The help of their command says what to do. */
const NOTES = {
  unsent:
    'not sent yet: do not send it; cancel its fulfillment if it is packed, then the order; if other items were sent, take these out of the order and refund them',
  noReturnOption: 'the shop has no way of delivery for returns in that country: make the return by hand',
  gone: 'the backend does not know this order',
  late: 'declared after the last day, while the order could not be read: see whether it counts, and answer the shopper',
  unclear:
    'a return was asked for, and no answer came; what comes back of these pieces since is not what was asked for: see which returns there are, and make what is missing',
  refused: (reason: string) => `the backend refused it, so see to it by hand: ${reason}`,
}

/** Creates a return for shipped items; leaves the rest and what the backend refuses to staff. False if none is due. */
export async function carryOutNext(performing: Performing): Promise<boolean> {
  const { database, log } = performing
  const taken = await takeWaiting(database, LEASE_SECONDS)
  if (!taken) return false
  try {
    const outcome = await carryOut(performing, taken)
    await settleWithdrawal(database, taken.id, outcome)
    if (outcome.note !== null)
      log.warn(
        { event: 'withdrawals.needs_staff', withdrawal: taken.id, order: taken.number },
        `withdrawal left to staff: ${outcome.note}`,
      )
  } catch (error) {
    if (!(error instanceof BackendError)) throw error
    // After a timeout Medusa continues to create the return; a retry before it is visible would create it twice. By the
    // end of the lease it is visible or has failed, since Medusa waits for its database for a minute at most.
    const seconds = error.mayHaveWorked ? LEASE_SECONDS : Math.min(2 ** taken.tries, MAX_PAUSE_SECONDS)
    await putOff(database, taken.id, seconds)
    log.warn(
      { event: 'withdrawals.retry', withdrawal: taken.id, err: error, seconds },
      'withdrawal could not be processed; will retry',
    )
  }
  return true
}

interface Outcome {
  returnId: string | null
  /** Empty, with a note, if the whole order is meant and its items are not known. */
  rest: StaffLine[]
  note: string | null
}

const DONE: Outcome = { returnId: null, rest: [], note: null }

function toStaff(note: string, rest: StaffLine[]): Outcome {
  return { returnId: null, rest, note }
}

/** @throws BackendError if the withdrawal has to be retried */
async function carryOut(performing: Performing, taken: TakenWithdrawal): Promise<Outcome> {
  const { database, backend } = performing
  try {
    const books = await readOrderBooks(backend, taken.order_id)
    if (books.isCanceled) return DONE
    const isOfAll = taken.open_lines.length === 0
    const wanted = isOfAll ? await listAllLines(performing, taken, books) : taken.open_lines
    const last = books.deliveredAt && lastDayAfter(books.deliveredAt, performing.returnDays)
    if (isOfAll && last?.isOver(taken.received_at)) return toStaff(NOTES.late, wanted)
    if (isOfAll) await nameLines(database, taken.id, wanted)
    return await requestReturn(performing, { taken, books, wanted })
  } catch (error) {
    if (error instanceof BackendError && error.status === 404) return toStaff(NOTES.gone, taken.open_lines)
    return toStaff(NOTES.refused(reasonOf(error)), taken.open_lines)
  }
}

async function requestReturn(
  { database, backend }: Performing,
  { taken, books, wanted }: { taken: TakenWithdrawal; books: OrderBooks; wanted: readonly WithdrawnLine[] },
): Promise<Outcome> {
  const withHeld = (lines: readonly WithdrawnLine[], coming: readonly WithdrawnLine[] = []): StaffLine[] =>
    lines.filter(isSome).map((line) => ({ ...line, kept: heldOf(books, line.id) - countOf(coming, line.id) }))

  const plan = planReturn(taken.tried, books, wanted)
  if (!plan) return toStaff(NOTES.unclear, withHeld(wanted))
  const { left, coming, unsent } = plan
  const note = unsent.length > 0 ? NOTES.unsent : null
  if (coming.length === 0) return { returnId: null, rest: withHeld(unsent), note }

  const toStaffWith = (why: string) => toStaff([why, note].filter(Boolean).join('; '), withHeld(left))
  try {
    const option = await findReturnOption(backend, books)
    if (!option) return toStaffWith(NOTES.noReturnOption)
    const asks = coming.map((line) => [line.id, { asked: line.quantity, before: backOf(books, line.id) }] as const)
    await noteTry(database, taken.id, Object.fromEntries(asks))
    const returnId = await makeReturn(backend, { orderId: taken.order_id, lines: coming, ...option })
    return { returnId, rest: withHeld(unsent, coming), note }
  } catch (error) {
    return toStaffWith(NOTES.refused(reasonOf(error)))
  }
}

/** What is still to be processed: of it what comes back, and what was not sent. Undefined if an earlier try is unclear. */
function planReturn(tried: Tried | null, books: OrderBooks, wanted: readonly WithdrawnLine[]) {
  const end = tried ? endOf(tried, books) : 'undone'
  if (end === 'unclear') return undefined
  const isDone = end === 'done'
  const left = isDone ? wanted.map((line) => less(line, tried?.[line.id]?.asked ?? 0)) : wanted
  const sent = left.map((line) => atMost(line, isDone ? 0 : sentOf(books, line.id)))
  const unsent = left.map((line, at) => less(line, sent[at]?.quantity ?? 0)).filter(isSome)
  return { left, coming: sent.filter(isSome), unsent }
}

/** The message of a permanent refusal. Throws any other error. */
function reasonOf(error: unknown): string {
  const answer = error instanceof HttpError ? error.cause : error
  if (!(answer instanceof BackendError) || answer.isUnavailable || answer.status === undefined) throw error
  return answer.message
}

/** A return is created completely or not at all, and only one withdrawal of an order is processed at a time. */
function endOf(tried: Tried, books: OrderBooks): 'undone' | 'done' | 'unclear' {
  const lines = Object.entries(tried).map(([id, { asked, before }]) => ({ asked, came: backOf(books, id) - before }))
  if (lines.every(({ came }) => came === 0)) return 'undone'
  return lines.every(({ came, asked }) => came === asked) ? 'done' : 'unclear'
}

/** A whole-order withdrawal was declared while the order could not be read. */
async function listAllLines(
  { database, readOrder, translate }: Performing,
  { order_id: orderId, locale }: TakenWithdrawal,
  books: OrderBooks,
): Promise<WithdrawnLine[]> {
  const { items } = await readOrder(orderId, locale)
  const { withdrawals } = await readWithdrawals(database, orderId)
  return books.lines.flatMap((book) => {
    const { id: lineId, isBespoke } = book
    const item = items.find((line) => line.id === lineId)
    const left = countHeld(book, withdrawals) - countOpen(lineId, withdrawals)
    if (!item || isBespoke || left < 1) return []
    const label = labelOfLine(item, locale, translate)
    return [{ id: lineId, title: item.product_title || item.title, label, quantity: left }]
  })
}

function bookOf({ lines }: OrderBooks, lineId: string): Pick<LineBooks, 'quantity' | 'sent' | 'back'> {
  return lines.find(({ id }) => id === lineId) ?? { quantity: 0, sent: 0, back: 0 }
}

function sentOf(books: OrderBooks, lineId: string): number {
  const { sent, back } = bookOf(books, lineId)
  return Math.max(0, sent - back)
}

function backOf(books: OrderBooks, lineId: string): number {
  return bookOf(books, lineId).back
}

function heldOf(books: OrderBooks, lineId: string): number {
  const { quantity, back } = bookOf(books, lineId)
  return quantity - back
}

function countOf(lines: readonly WithdrawnLine[], lineId: string): number {
  return lines.find(({ id }) => id === lineId)?.quantity ?? 0
}

function less(line: WithdrawnLine, count: number): WithdrawnLine {
  return { ...line, quantity: Math.max(0, line.quantity - Math.max(0, count)) }
}

function atMost(line: WithdrawnLine, count: number): WithdrawnLine {
  return { ...line, quantity: Math.min(line.quantity, count) }
}

function isSome({ quantity }: WithdrawnLine): boolean {
  return quantity > 0
}

interface WayBack {
  optionId: string
  locationId: string | undefined
}

/** Of the order's country, with the stock location that it ships to. */
async function findReturnOption({ store }: Backend, { cartId }: OrderBooks): Promise<WayBack | undefined> {
  if (!cartId) return undefined
  const { shipping_options: ways } = await store.fulfillment.listCartOptions({ cart_id: cartId, is_return: true })
  const [way] = ways
  const zone = way?.service_zone as { fulfillment_set?: { location?: { id?: string } } } | undefined
  return way && { optionId: way.id, locationId: zone?.fulfillment_set?.location?.id }
}

async function makeReturn(
  backend: Backend,
  { orderId, lines, optionId, locationId }: WayBack & { orderId: string; lines: readonly WithdrawnLine[] },
): Promise<string> {
  const answer = await backend.privateClient().fetch<{ return: { id: string } }>('/store/returns', {
    method: 'POST',
    body: {
      order_id: orderId,
      items: lines.map(({ id, quantity }) => ({ id, quantity })),
      return_shipping: { option_id: optionId },
      location_id: locationId,
    },
  })
  return answer.return.id
}
