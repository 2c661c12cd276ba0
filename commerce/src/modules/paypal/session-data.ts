import { PaymentSessionStatus } from '@medusajs/framework/utils'
import {
  CaptureStatus,
  EnrollmentStatus,
  LiabilityShiftIndicator,
  OrderStatus,
  type Order,
  type OrdersCapture,
} from '@paypal/paypal-server-sdk'

import { capturesOf } from './api/paypal-api.ts'

/** The data of a payment session in Medusa. It holds no secret, since the shopper's browser uses it. */
export interface SessionData extends Record<string, unknown> {
  order_id: string
  /** The page where the shopper approves; null if PayPal no longer names one. */
  approval_url: string | null
  /** The currency and the amount as PayPal writes them: upper case, and PayPal's number of decimals. */
  currency: string
  amount: string
  /** PayPal's order status. */
  order_status: string
  capture_id: string | null
}

/** @param before the session's previous data */
export function toSessionData(order: Order, before: Record<string, unknown>): SessionData {
  const links = order.links ?? []
  const approval = links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')
  const amount = order.purchaseUnits?.[0]?.amount
  return {
    ...before,
    order_id: order.id ?? textOf(before['order_id']),
    approval_url: approval?.href ?? null,
    currency: amount?.currencyCode ?? textOf(before['currency']),
    amount: amount?.value ?? textOf(before['amount']),
    order_status: order.status ?? '',
    capture_id: capturesOf(order)[0]?.id ?? null,
  }
}

/** The status of an order in Medusa's terms; `authorized` is an approved order that is not captured yet. */
export function statusOf(order: Order): PaymentSessionStatus {
  if (order.status === OrderStatus.Completed) return statusOfCapture(capturesOf(order)[0]?.status)
  if (order.status === OrderStatus.Approved) return PaymentSessionStatus.AUTHORIZED
  if (order.status === OrderStatus.Voided) return PaymentSessionStatus.ERROR
  return PaymentSessionStatus.REQUIRES_MORE
}

function statusOfCapture(status: CaptureStatus | undefined): PaymentSessionStatus {
  if (status === CaptureStatus.Completed) return PaymentSessionStatus.CAPTURED
  // PayPal reviews the payment: the order is placed, and paid once PayPal confirms it.
  if (status === CaptureStatus.Pending) return PaymentSessionStatus.PENDING_AUTHORIZATION
  // The capture was declined or refunded, so this order can bring no more money.
  return PaymentSessionStatus.ERROR
}

/**
 * False if a card must not be charged, because 3-D Secure ended without an authentication of its holder. The rule is
 * PayPal's table of 3-D Secure response parameters: continue if the liability has shifted to the bank, and without a
 * shift only if the card is not enrolled, cannot be asked, or was exempted.
 */
export function isAuthenticated({ paymentSource }: Order): boolean {
  const result = paymentSource?.card?.authenticationResult
  if (!result || result.liabilityShift === LiabilityShiftIndicator.Possible) return true
  if (result.liabilityShift !== LiabilityShiftIndicator.No) return false
  const enrollment = result.threeDSecure?.enrollmentStatus
  return enrollment !== undefined && enrollment !== EnrollmentStatus.Enrolled
}

/** True if a capture has taken money that was not fully refunded. A pending capture counts too. */
export function holdsMoney({ status }: OrdersCapture): boolean {
  return (
    status === CaptureStatus.Completed || status === CaptureStatus.Pending || status === CaptureStatus.PartiallyRefunded
  )
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
