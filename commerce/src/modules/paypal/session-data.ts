import { MathBN, PaymentSessionStatus } from '@medusajs/framework/utils'
import {
  CaptureStatus,
  EnrollmentStatus,
  LiabilityShiftIndicator,
  OrderStatus,
  type Money,
  type Order,
  type OrdersCapture,
} from '@paypal/paypal-server-sdk'

import { capturesOf } from './api/paypal-api.ts'

/** Holds no secret, since the shopper's browser uses it. */
export interface SessionData extends Record<string, unknown> {
  order_id: string
  /** Null if PayPal no longer names a page. */
  approval_url: string | null
  /** What PayPal must take. PayPal's own amount is never stored here, since the shopper's browser can change it. */
  expected: Money
  /** What PayPal was to take or took instead, such as `0.01 USD`; null unless it was refused for that. */
  mismatch: string | null
  order_status: string
  capture_id: string | null
}

export function toSessionData(order: Order, before: Record<string, unknown>): SessionData {
  const links = order.links ?? []
  const approval = links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')
  return {
    ...before,
    expected: expectedOf(before),
    mismatch: textOf(before['mismatch']) || null,
    order_id: order.id ?? textOf(before['order_id']),
    approval_url: approval?.href ?? null,
    order_status: order.status ?? '',
    capture_id: capturesOf(order)[0]?.id ?? null,
  }
}

/** `authorized` is an approved order that is not captured yet. */
export function statusOf(order: Order) {
  if (order.status === OrderStatus.Approved) return PaymentSessionStatus.AUTHORIZED
  if (order.status === OrderStatus.Voided) return PaymentSessionStatus.ERROR
  if (order.status !== OrderStatus.Completed) return PaymentSessionStatus.REQUIRES_MORE
  const held = capturesOf(order).filter(holdsMoney)
  const statuses = new Set(held.map(({ status }) => status))
  // The capture was declined or refunded, so this order can bring no more money.
  if (statuses.size === 0 || statuses.has(CaptureStatus.PartiallyRefunded)) return PaymentSessionStatus.ERROR
  // PayPal reviews the payment: the order is placed, and paid once PayPal confirms it.
  return statuses.has(CaptureStatus.Pending)
    ? PaymentSessionStatus.PENDING_AUTHORIZATION
    : PaymentSessionStatus.CAPTURED
}

/** Without captures, what PayPal is to take. */
export function takenFor(order: Order): Money {
  const held = capturesOf(order).filter(holdsMoney)
  const amounts = (held.length > 0 ? held : (order.purchaseUnits ?? [])).map(({ amount }) => amount)
  return {
    currencyCode: [...new Set(amounts.map((amount) => amount?.currencyCode))].join('+'),
    value: String(MathBN.sum(0, ...amounts.map((amount) => amount?.value ?? 0))),
  }
}

export function expectedOf({ expected }: Record<string, unknown>): Money {
  const { currencyCode, value } = (expected ?? {}) as Partial<Money>
  return { currencyCode: textOf(currencyCode), value: textOf(value) }
}

/**
 * PayPal's table of 3-D Secure parameters: charge a card if the liability has shifted to the bank; without a shift only
 * if the card is not enrolled, cannot be asked, or was exempted.
 */
export function isAuthenticated({ paymentSource }: Order) {
  const result = paymentSource?.card?.authenticationResult
  if (!result || result.liabilityShift === LiabilityShiftIndicator.Possible) return true
  if (result.liabilityShift !== LiabilityShiftIndicator.No) return false
  const enrollment = result.threeDSecure?.enrollmentStatus
  return enrollment !== undefined && enrollment !== EnrollmentStatus.Enrolled
}

/** Money was taken and not fully refunded. A pending capture counts too. */
export function holdsMoney({ status }: OrdersCapture) {
  return (
    status === CaptureStatus.Completed || status === CaptureStatus.Pending || status === CaptureStatus.PartiallyRefunded
  )
}

export function textOf(value: unknown) {
  return typeof value === 'string' ? value : ''
}
