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
  if (!facts?.custom_id?.startsWith('payses_')) return undefined
  return { sessionId: facts.custom_id, amount: Number(facts.amount?.value ?? 0), headers, text: String(rawData) }
}
