import type { Order } from '@paypal/paypal-server-sdk'

import { capturesOf } from './api/paypal-api.ts'

/** What Medusa keeps of a payment at PayPal. Nothing in it is secret: the shopper's own browser uses it. */
export interface SessionData extends Record<string, unknown> {
  order_id: string
  /** Where the shopper agrees; null where PayPal names no such page any more. */
  approval_url: string | null
  /** As PayPal writes them: upper case, its own number of decimals. */
  currency: string
  amount: string
  /** PayPal's word for how the order stands. */
  order_status: string
  capture_id: string | null
}

/** @param before what was kept until now */
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

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
