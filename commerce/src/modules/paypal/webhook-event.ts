import type { ProviderWebhookPayload } from '@medusajs/framework/types'

interface EventBody {
  event_type?: string
  resource?: {
    custom_id?: string
    amount?: { value?: string }
    purchase_units?: { custom_id?: string; amount?: { value?: string } }[]
  }
}

const SESSION_ID = /^payses_[A-Za-z0-9]{1,40}$/

/** The signature is not verified yet. `amount` is in major units. */
export function readEvent({ data, rawData, headers }: ProviderWebhookPayload['payload']) {
  const { event_type: type, resource } = data as EventBody
  const facts =
    type === 'CHECKOUT.ORDER.APPROVED'
      ? resource?.purchase_units?.[0]
      : type === 'PAYMENT.CAPTURE.COMPLETED'
        ? resource
        : undefined
  // The id is logged before the event is verified, so it must not contain arbitrary text.
  if (!SESSION_ID.test(String(facts?.custom_id))) return undefined
  return {
    sessionId: String(facts?.custom_id),
    amount: Number(facts?.amount?.value ?? 0),
    headers,
    text: String(rawData),
  }
}
