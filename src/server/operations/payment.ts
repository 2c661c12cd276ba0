import type { StaffApi } from '#server/commerce/back-office/staff-api.ts'
import { formatMoney } from '#shared/money/format-money.ts'
import { fromHundredths, toHundredths, type PriceUnit } from '#shared/money/to-hundredths.ts'

import { OperationError } from './operation-error.ts'

/** Money that went one way or the other. */
export interface Moved {
  paymentId: string
  /** Integer hundredths. */
  amount: number
  /** ISO 4217, upper case. */
  currency: string
}

export interface RefundWish {
  /** Integer hundredths; everything that was taken and not given back where nothing is said. */
  amount?: number
  note?: string
  refund_reason_id?: string
}

/** An order was paid in parts; some were given back, then one could not be. Asking again would give them back twice. */
export class PartlyRefundedError extends OperationError {
  override name = 'PartlyRefundedError'

  constructor(moved: readonly Moved[], cause: unknown) {
    const given = moved.map(
      ({ paymentId, amount, currency }) => `${formatMoney(amount, currency, 'en')} (${paymentId})`,
    )
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`Only ${given.join(', ')} could be given back; ask for the rest alone: ${reason}`, { cause })
  }
}

const FIELDS =
  'id,display_id,currency_code,payment_collections.payments.*,payment_collections.payments.captures.*,' +
  'payment_collections.payments.refunds.*'

/**
 * Takes the money that was promised for an order.
 * @throws BackendError; OperationError where there is none to be taken
 */
export async function captureOrder(admin: StaffApi, orderId: string, unit: PriceUnit): Promise<Moved[]> {
  const { order, payments } = await readPayments(admin, orderId)
  const waiting = payments.filter(({ captured_at, canceled_at }) => !captured_at && !canceled_at)
  if (waiting.length === 0) throw new OperationError(`No payment of order ${order.display_id} waits to be captured.`)
  for (const { id } of waiting) await admin.payment.capture(id, {})
  return waiting.map((payment) => ({
    paymentId: payment.id,
    amount: toHundredths(payment.amount, unit) - sum(payment.captures, unit),
    currency: payment.currency_code.toUpperCase(),
  }))
}

/**
 * Gives money of an order back, from one payment after the other.
 * @throws BackendError; OperationError where more is asked for than was taken: then nothing is given back
 */
export async function refundOrder(
  admin: StaffApi,
  orderId: string,
  wish: RefundWish,
  unit: PriceUnit,
): Promise<Moved[]> {
  const { order, payments } = await readPayments(admin, orderId)
  const left = payments.map((payment) => ({
    payment,
    amount: sum(payment.captures, unit) - sum(payment.refunds, unit),
  }))
  const most = left.reduce((total, { amount }) => total + amount, 0)
  const { amount: asked = most, ...because } = wish
  if (asked <= 0 || asked > most) {
    const limit = most === 0 ? 'Nothing' : `At most ${formatMoney(most, order.currency_code, 'en')}`
    throw new OperationError(`${limit} of order ${order.display_id} can be given back.`)
  }
  const moved: Moved[] = []
  for (const { payment, amount } of left) {
    const part = Math.min(amount, asked - moved.reduce((total, one) => total + one.amount, 0))
    if (part <= 0) continue
    await admin.payment
      .refund(payment.id, { amount: fromHundredths(part, unit), ...because })
      .catch((cause: unknown) => {
        throw moved.length === 0 ? cause : new PartlyRefundedError(moved, cause)
      })
    moved.push({ paymentId: payment.id, amount: part, currency: payment.currency_code.toUpperCase() })
  }
  return moved
}

async function readPayments(admin: StaffApi, orderId: string) {
  const { order } = await admin.order.retrieve(orderId, { fields: FIELDS })
  const payments = (order.payment_collections ?? []).flatMap((collection) => collection.payments ?? [])
  return { order, payments: payments.filter(({ canceled_at }) => !canceled_at) }
}

function sum(rows: { amount: number }[] | undefined, unit: PriceUnit): number {
  return (rows ?? []).reduce((total, { amount }) => total + toHundredths(amount, unit), 0)
}
