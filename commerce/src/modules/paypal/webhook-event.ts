import type { ProviderWebhookPayload } from '@medusajs/framework/types'

import type { SignedEvent } from './api/paypal-api.ts'

export interface PaymentEvent extends SignedEvent {
  /** Of the payment session that the order was made for. */
  sessionId: string
  /** In major units. */
  amount: number
}

interface Sum {
  value?: string
}

interface EventBody {
  event_type?: string
  resource?: {
    custom_id?: string
    amount?: Sum
    purchase_units?: { custom_id?: string; amount?: Sum }[]
  }
}

const SESSION_ID = /^payses_[A-Za-z0-9]{1,40}$/

/**
 * What an event of PayPal's is about, not yet verified.
 * @returns undefined for one that asks nothing of us
 */
export function readEvent({ data, rawData, headers }: ProviderWebhookPayload['payload']): PaymentEvent | undefined {
  const { event_type: type, resource } = data as EventBody
  const facts =
    type === 'CHECKOUT.ORDER.APPROVED'
      ? resource?.purchase_units?.[0]
      : type === 'PAYMENT.CAPTURE.COMPLETED'
        ? resource
        : undefined
  // The id is written into the log before the event is verified.
  if (!SESSION_ID.test(String(facts?.custom_id))) return undefined
  return {
    sessionId: String(facts?.custom_id),
    amount: Number(facts?.amount?.value ?? 0),
    headers,
    text: String(rawData),
  }
}
