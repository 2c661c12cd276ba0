import type { StaffApi } from '#server/medusa/admin/staff-api.ts'
import { formatMoney } from '#shared/money/format-money.ts'
import { fromHundredths, toHundredths, type PriceUnit } from '#shared/money/to-hundredths.ts'

import { OperationError } from './compensation/carry-out.ts'
import { moveMoney, type Moved } from './compensation/move-money.ts'
import { numberOf } from './find-order.ts'

export interface RefundInput {
  /** Integer hundredths; everything that was taken and not given back where nothing is said. */
  amount?: number
  note?: string
  refund_reason_id?: string
}

const FIELDS =
  'id,display_id,custom_display_id,currency_code,*transactions,payment_collections.payments.*,payment_collections.payments.captures.*,' +
  'payment_collections.payments.refunds.*'

/**
 * Takes the money that was promised for an order, from one payment after the other.
 * @throws BackendError; OperationError where there is none to be taken; HalfMovedError where some of it was taken, or
 * may have been
 */
export async function captureOrder(admin: StaffApi, orderId: string, unit: PriceUnit): Promise<Moved[]> {
  const { order, payments } = await readPayments(admin, orderId)
  const waiting = payments.filter(({ captured_at }) => !captured_at)
  if (waiting.length === 0) throw new OperationError(`No payment of order ${numberOf(order)} waits to be captured.`)
  const begun = new Set(waiting.filter(({ captures }) => captures?.length).map(({ id }) => id))
  const parts = waiting.map((payment) => ({
    paymentId: payment.id,
    amount: toHundredths(payment.amount, unit) - sum(payment.captures, unit),
    currency: payment.currency_code.toUpperCase(),
  }))
  return moveMoney(parts, {
    done: 'taken',
    // Without an amount Medusa asks for all of it again, whatever was taken before.
    move: ({ paymentId, amount }) =>
      admin.payment.capture(paymentId, begun.has(paymentId) ? { amount: fromHundredths(amount, unit) } : {}),
    async hasMoved({ paymentId }) {
      const now = await readPayments(admin, orderId)
      return now.payments.some(({ id, captured_at }) => id === paymentId && Boolean(captured_at))
    },
  })
}

/**
 * Gives money of an order back, from one payment after the other.
 * @throws BackendError; OperationError where more is asked for than was taken: then nothing is given back;
 * HalfMovedError where some of it was given back, or may have been
 */
export async function refundOrder(
  admin: StaffApi,
  orderId: string,
  input: RefundInput,
  unit: PriceUnit,
): Promise<Moved[]> {
  const { order, payments } = await readPayments(admin, orderId)
  const left = payments.map((payment) => ({
    paymentId: payment.id,
    amount: sum(payment.captures, unit) - sum(payment.refunds, unit),
    currency: payment.currency_code.toUpperCase(),
  }))
  const most = left.reduce((total, { amount }) => total + amount, 0)
  const { amount: asked = most, ...because } = input
  if (asked <= 0 || asked > most) {
    const limit = most === 0 ? 'Nothing' : `At most ${formatMoney(most, order.currency_code, 'en')}`
    throw new OperationError(`${limit} of order ${numberOf(order)} can be given back.`)
  }
  const known = new Set(payments.flatMap(({ refunds = [] }) => refunds.map(({ id }) => id)))
  return moveMoney(partsOf(left, asked), {
    done: 'given back',
    move: ({ paymentId, amount }) =>
      admin.payment.refund(paymentId, { amount: fromHundredths(amount, unit), ...because }),
    /** A refund stands there while the payment's provider is still asked; the order's own book comes after its yes. */
    async hasMoved({ paymentId, amount }) {
      const now = await readPayments(admin, orderId)
      const { refunds = [] } = now.payments.find(({ id }) => id === paymentId) ?? {}
      const ours = refunds.filter((one) => !known.has(one.id) && toHundredths(one.amount, unit) === amount)
      return ours.some(({ id }) => now.order.transactions?.some(({ reference_id }) => reference_id === id))
    },
  })
}

function partsOf(left: readonly Moved[], asked: number): Moved[] {
  let missing = asked
  return left.flatMap((one) => {
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

function sum(rows: { amount: number }[] | undefined, unit: PriceUnit): number {
  return (rows ?? []).reduce((total, { amount }) => total + toHundredths(amount, unit), 0)
}
