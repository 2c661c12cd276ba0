import type { FastifyBaseLogger } from 'fastify'

import { BackendError } from '#server/commerce/backend-error.ts'
import type { Backend } from '#server/commerce/http.ts'
import type { Database } from '#server/database/database.ts'
import {
  nameLines,
  noteBefore,
  putOff,
  readWithdrawals,
  settleWithdrawal,
  takeWaiting,
  type TakenWithdrawal,
} from '#server/database/withdrawals.ts'
import type { Order, WithdrawnLine } from '#shared/api/order.ts'
import { variantLabel } from '#shared/cart/variant-label.ts'
import type { Locale } from '#shared/i18n/locale.ts'

import { lastDayAfter } from './last-day.ts'
import { readOrderBooks, type OrderBooks } from './order-books.ts'

interface Performing {
  database: Database
  backend: Backend
  /** Names the pieces of an order. @throws BackendError */
  readOrder: (id: string, locale: Locale) => Promise<Pick<Order, 'items'>>
  /** For how many days after the delivery a withdrawal counts. */
  returnDays: number
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Longer than any of its calls can take: then somebody has died over it. */
const IN_HAND_SECONDS = 120
const LONGEST_PAUSE_SECONDS = 120

/** Why the staff have to see to something; what to do stands in the help of their command. */
const NOTES = {
  unsent: 'not sent yet: do not send it, take it out of the order, and give the money back',
  noWayBack: 'the shop has no way of delivery for returns in that country: make the return by hand',
  gone: 'the backend does not know this order',
  canceled: 'the order was cancelled meanwhile',
  late: 'declared after the last day, while the order could not be read: see whether it counts, and answer the shopper',
  refused: (reason: string) => `the backend refused the return: ${reason}`,
}

/**
 * Carries out the declaration that waits the longest: what was sent comes back by a return, what was not is left to the
 * staff, as is whatever the backend refuses. While the backend is away it waits.
 * @returns whether there was one
 * @throws DatabaseDown
 */
export async function carryOutNext(performing: Performing): Promise<boolean> {
  const { database, log } = performing
  const taken = await takeWaiting(database, IN_HAND_SECONDS)
  if (!taken) return false
  try {
    const outcome = await carryOut(performing, taken)
    await settleWithdrawal(database, taken.id, outcome)
    if (outcome.rest.length > 0)
      log.warn({ withdrawal: taken.id, order: taken.number }, `a withdrawal waits for the staff: ${outcome.note}`)
  } catch (error) {
    if (!(error instanceof BackendError)) throw error
    const seconds = Math.min(2 ** taken.tries, LONGEST_PAUSE_SECONDS)
    await putOff(database, taken.id, seconds)
    log.warn({ withdrawal: taken.id, err: error, seconds }, 'a withdrawal is kept until the backend can take it')
  }
  return true
}

interface Outcome {
  returnId: string | null
  rest: WithdrawnLine[]
  note: string | null
}

async function carryOut(performing: Performing, taken: TakenWithdrawal): Promise<Outcome> {
  const { database, backend } = performing
  const { id, order_id: orderId, open_lines, back_before } = taken
  const toStaff = (note: string, rest: WithdrawnLine[]): Outcome => ({ returnId: null, rest, note })
  const books = await readOrderBooks(backend, orderId).catch((error: unknown) => {
    if (error instanceof BackendError && error.status === 404) return undefined
    throw error
  })
  if (!books) return toStaff(NOTES.gone, open_lines)
  if (books.isCanceled) return toStaff(NOTES.canceled, [])

  const isOfAll = open_lines.length === 0
  const wanted = isOfAll ? await spellOut(performing, taken, books) : open_lines
  const last = books.deliveredAt && lastDayAfter(books.deliveredAt, performing.returnDays)
  if (isOfAll && last?.isOver(taken.received_at)) return toStaff(NOTES.late, wanted)
  if (isOfAll) await nameLines(database, id, wanted)

  const backOf = Object.fromEntries(books.lines.map((line) => [line.id, line.back]))
  const before = back_before ?? backOf
  if (!back_before) await noteBefore(database, id, before)
  // A try whose answer was lost may have gone through.
  const left = wanted.map((line) => less(line, (backOf[line.id] ?? 0) - (before[line.id] ?? 0)))
  const sent = left.map((line) => atMost(line, sentOf(books, line.id)))
  const unsent = left.map((line, at) => less(line, sent[at]?.quantity ?? 0)).filter(isSome)
  const coming = sent.filter(isSome)
  const note = unsent.length > 0 ? NOTES.unsent : null
  if (coming.length === 0) return { returnId: null, rest: unsent, note }

  const way = await findWayBack(backend, books)
  if (!way) return toStaff([NOTES.noWayBack, note].filter(Boolean).join('; '), left.filter(isSome))
  try {
    return { returnId: await makeReturn(backend, { orderId, lines: coming, ...way }), rest: unsent, note }
  } catch (error) {
    if (!(error instanceof BackendError) || error.isUnavailable || error.status === undefined) throw error
    return toStaff(NOTES.refused(error.message), left.filter(isSome))
  }
}

/** What was meant by the whole of an order that could not be read when it was declared. */
async function spellOut(
  { database, readOrder }: Performing,
  { order_id: orderId, locale }: TakenWithdrawal,
  books: OrderBooks,
): Promise<WithdrawnLine[]> {
  const { items } = await readOrder(orderId, locale)
  const { withdrawals } = await readWithdrawals(database, orderId)
  const others = withdrawals.flatMap(({ open_lines: lines }) => lines)
  return books.lines.flatMap(({ id: lineId, quantity, back, isBespoke }) => {
    const item = items.find((one) => one.id === lineId)
    const taken = others.reduce((sum, line) => (line.id === lineId ? sum + line.quantity : sum), 0)
    const left = quantity - back - taken
    if (!item || isBespoke || left < 1) return []
    return [{ id: lineId, title: item.product_title || item.title, label: variantLabel(item) || null, quantity: left }]
  })
}

function sentOf({ lines }: OrderBooks, lineId: string): number {
  const { sent = 0, back = 0 } = lines.find(({ id }) => id === lineId) ?? {}
  return Math.max(0, sent - back)
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

/** How the order's country sends things back, and where to. */
async function findWayBack({ store }: Backend, { cartId }: OrderBooks): Promise<WayBack | undefined> {
  if (!cartId) return undefined
  const { shipping_options: ways } = await store.fulfillment.listCartOptions({ cart_id: cartId, is_return: true })
  const [way] = ways
  const zone = way?.service_zone as { fulfillment_set?: { location?: { id?: string } } } | undefined
  return way && { optionId: way.id, locationId: zone?.fulfillment_set?.location?.id }
}

/** @returns the id of the return */
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
      ...(locationId ? { location_id: locationId } : {}),
    },
  })
  return answer.return.id
}
