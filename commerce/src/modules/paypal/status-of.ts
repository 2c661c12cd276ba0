import { PaymentSessionStatus } from '@medusajs/framework/utils'
import { CaptureStatus, OrderStatus, type Order } from '@paypal/paypal-server-sdk'

import { capturesOf } from './api/paypal-api.ts'

/** How a payment stands, in Medusa's word: `authorized` is an order that waits for its money to be taken. */
export function statusOf(order: Order): PaymentSessionStatus {
  if (order.status === OrderStatus.Completed) return statusOfCapture(capturesOf(order)[0]?.status)
  if (order.status === OrderStatus.Approved) return PaymentSessionStatus.AUTHORIZED
  if (order.status === OrderStatus.Voided) return PaymentSessionStatus.ERROR
  return PaymentSessionStatus.REQUIRES_MORE
}

function statusOfCapture(status: CaptureStatus | undefined): PaymentSessionStatus {
  if (status === CaptureStatus.Completed) return PaymentSessionStatus.CAPTURED
  // PayPal looks at it first: the order is placed, and paid as soon as PayPal tells so.
  if (status === CaptureStatus.Pending) return PaymentSessionStatus.PENDING_AUTHORIZATION
  // Declined, or given back: of this order no more money can come.
  return PaymentSessionStatus.ERROR
}
