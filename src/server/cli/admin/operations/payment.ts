import type { StaffApi } from '#server/medusa/admin/staff-api.ts'
import { BackendError } from '#server/medusa/backend-error.ts'
import { formatMoney } from '#shared/money/format-money.ts'
import { fromHundredths, toHundredths, type PriceUnit } from '#shared/money/to-hundredths.ts'

import { asMessage, OperationError } from './compensation.ts'
import { numberOf } from './find-order.ts'

export interface RefundInput {
  /** Integer hundredths; by default everything that was captured and not refunded. */
  amount?: number
  note?: string
  refund_reason_id?: string
}

/** An amount that was captured from, or refunded to, one payment. */
export interface MovedAmount {
  paymentId: string
  /** Integer hundredths. */
  amount: number
  /** ISO 4217, upper case. */
  currency: string
}

/** A part of the money was moved, or may have been. A retry of the whole operation would move it twice. */
export class PartiallyMovedError extends OperationError {
  override name = 'PartiallyMovedError'
}

const FIELDS =
  'id,display_id,custom_display_id,currency_code,*transactions,payment_collections.payments.*,payment_collections.payments.captures.*,' +
  'payment_collections.payments.refunds.*'

/**
 * Captures the authorized payments of an order, one after the other.
 * @throws BackendError; OperationError if there is nothing to capture; PartiallyMovedError if some of the money was
 * captured, or may have been
 */
export async function captureOrder(admin: StaffApi, orderId: string, unit: PriceUnit): Promise<MovedAmount[]> {
  const { order, payments } = await readPayments(admin, orderId)
  const uncaptured = payments.filter(({ captured_at }) => !captured_at)
  if (uncaptured.length === 0) throw new OperationError(`No payment of order ${numberOf(order)} waits to be captured.`)
  const begun = new Set(uncaptured.filter(({ captures }) => captures?.length).map(({ id }) => id))
  const parts = uncaptured.map((payment) => ({
    paymentId: payment.id,
    amount:
      toHundredths(payment.amount, unit, payment.currency_code) - sum(payment.captures, unit, payment.currency_code),
    currency: payment.currency_code.toUpperCase(),
  }))
  return moveMoney(parts, {
    done: 'taken',
    // Without an amount Medusa would capture the whole payment, including what was captured before.
    move: ({ paymentId, amount }) =>
      admin.payment.capture(paymentId, begun.has(paymentId) ? { amount: fromHundredths(amount, unit) } : {}),
    async hasMoved({ paymentId }) {
      const now = await readPayments(admin, orderId)
      return now.payments.some(({ id, captured_at }) => id === paymentId && Boolean(captured_at))
    },
  })
}

/**
 * Refunds money of an order, one payment after the other.
 * @throws BackendError; OperationError, with nothing refunded, if the amount is more than was captured;
 * PartiallyMovedError if some of the money was refunded, or may have been
 */
export async function refundOrder(
  admin: StaffApi,
  orderId: string,
  input: RefundInput,
  unit: PriceUnit,
): Promise<MovedAmount[]> {
  const { order, payments } = await readPayments(admin, orderId)
  const refundable = payments.map((payment) => ({
    paymentId: payment.id,
    amount: sum(payment.captures, unit, payment.currency_code) - sum(payment.refunds, unit, payment.currency_code),
    currency: payment.currency_code.toUpperCase(),
  }))
  const most = refundable.reduce((total, { amount }) => total + amount, 0)
  const { amount: wanted = most, ...reason } = input
  if (wanted <= 0 || wanted > most) {
    const limit = most === 0 ? 'Nothing' : `At most ${formatMoney(most, order.currency_code, 'en')}`
    throw new OperationError(`${limit} of order ${numberOf(order)} can be given back.`)
  }
  const known = new Set(payments.flatMap(({ refunds = [] }) => refunds.map(({ id }) => id)))
  return moveMoney(splitAmount(refundable, wanted), {
    done: 'given back',
    move: ({ paymentId, amount }) =>
      admin.payment.refund(paymentId, { amount: fromHundredths(amount, unit), ...reason }),
    // Medusa lists a refund before its payment provider has accepted it. The order's transaction follows afterwards.
    async hasMoved({ paymentId, amount }) {
      const now = await readPayments(admin, orderId)
      const { refunds = [] } = now.payments.find(({ id }) => id === paymentId) ?? {}
      const ours = refunds.filter((one) => !known.has(one.id) && toHundredths(one.amount, unit) === amount)
      return ours.some(({ id }) => now.order.transactions?.some(({ reference_id }) => reference_id === id))
    },
  })
}

/** Takes the wanted amount from the first payments that have it. */
function splitAmount(refundable: readonly MovedAmount[], wanted: number): MovedAmount[] {
  let missing = wanted
  return refundable.flatMap((one) => {
    const amount = Math.min(one.amount, missing)
    missing -= Math.max(0, amount)
    return amount > 0 ? [{ ...one, amount }] : []
  })
}

async function readPayments(admin: StaffApi, orderId: string) {
  const { order } = await admin.order.retrieve(orderId, { fields: FIELDS })
  const payments = (order.payment_collections ?? []).flatMap((collection) => collection.payments ?? [])
  return { order, payments: payments.filter(({ canceled_at }) => !canceled_at) }
}

function sum(rows: { amount: number }[] | undefined, unit: PriceUnit, currency: string): number {
  return (rows ?? []).reduce((total, { amount }) => total + toHundredths(amount, unit, currency), 0)
}

interface Movement {
  /** The completed action for messages, such as `given back`. */
  done: string
  move: (part: MovedAmount) => Promise<unknown>
  /**
   * Called when the response is lost.
   * @returns true if the backend's records prove that the money was moved
   */
  hasMoved: (part: MovedAmount) => Promise<boolean>
}

/**
 * Moves one part after the other, and stops at the first failure.
 * @returns all parts
 * @throws the error of the first part if nothing was moved; PartiallyMovedError if something was, or may have been
 */
async function moveMoney(parts: readonly MovedAmount[], { done, move, hasMoved }: Movement): Promise<MovedAmount[]> {
  const moved: MovedAmount[] = []
  for (const part of parts) {
    try {
      await move(part)
    } catch (error) {
      const mayHaveMoved = error instanceof BackendError && error.mayHaveWorked
      const isMoved = mayHaveMoved && (await hasMoved(part).catch(() => false))
      const names = moved.map(nameOf).join(', ')
      if (mayHaveMoved && !isMoved) {
        const before = moved.length === 0 ? '' : ` ${names} had been ${done} before.`
        const message = `${nameOf(part)} may have been ${done}; look at that payment before you ask again.`
        throw new PartiallyMovedError(`${asMessage(error)} ${message}${before}`, { cause: error })
      }
      if (!isMoved && moved.length === 0) throw error
      if (!isMoved)
        throw new PartiallyMovedError(`Only ${names} could be ${done}; ask for the rest alone: ${asMessage(error)}`, {
          cause: error,
        })
    }
    moved.push(part)
  }
  return moved
}

function nameOf({ paymentId, amount, currency }: MovedAmount): string {
  return `${formatMoney(amount, currency, 'en')} (${paymentId})`
}
