import { createHmac } from 'node:crypto'

import { captureOf, type Order } from './orders.ts'
import type { PayPalState } from './state.ts'

type EventType = 'CHECKOUT.ORDER.APPROVED' | 'PAYMENT.CAPTURE.COMPLETED' | 'CHECKOUT.ORDER.SAVED'

export interface SentEvent {
  body: string
  headers: Record<string, string>
}

export function signatureOf({ clientSecret }: PayPalState, event: string): string {
  return createHmac('sha256', clientSecret).update(event).digest('base64')
}

export function makeEvent(state: PayPalState, type: EventType, order: Order): SentEvent {
  const resource = type === 'PAYMENT.CAPTURE.COMPLETED' ? captureOf(order) : order
  // Contains spaces and a number with more decimals than needed, so that parsing and serializing it changes its bytes.
  const body = `{ "event_version": 1.0, "event_type": "${type}", "resource": ${JSON.stringify(resource, null, 1)} }`
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1',
      'paypal-transmission-id': order.id,
      'paypal-transmission-time': new Date().toISOString(),
      'paypal-transmission-sig': signatureOf(state, body),
    },
  }
}
