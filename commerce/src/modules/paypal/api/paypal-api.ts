import { setTimeout as pause } from 'node:timers/promises'

import {
  CheckoutPaymentIntent,
  Client,
  Environment,
  OrdersCardVerificationMethod,
  OrdersController,
  PatchOp,
  PayeePaymentMethodPreference,
  PaymentsController,
  PaypalExperienceUserAction,
  PaypalWalletContextShippingPreference,
  type Money,
  type Order,
  type PaymentSource,
} from '@paypal/paypal-server-sdk'

import type { PayPalOptions } from '../paypal-options.ts'
import { PayPalFault } from './paypal-fault.ts'

export type Funding = 'paypal' | 'card' | 'apple_pay' | 'google_pay'

interface NewOrder {
  sessionId: string
  amount: Money
  funding: Funding
  returnUrl: string
  cancelUrl: string
  /** BCP 47. */
  locale: string
}

export interface SignedEvent {
  headers: Record<string, unknown>
  /** Raw, as it was signed. */
  text: string
}

export type PayPalApi = ReturnType<typeof createPayPalApi>

const TIMEOUT_MS = 6_000
/** Their total fits into the storefront's timeout. */
const PAUSES_MS = [300, 1_200]
const WHOLE = 'return=representation'

/** Every call throws PayPalFault. */
export function createPayPalApi({ clientId, clientSecret, environment, webhookId }: PayPalOptions) {
  const client = new Client({
    timeout: TIMEOUT_MS,
    environment: environment === 'production' ? Environment.Production : Environment.Sandbox,
    clientCredentialsAuthCredentials: { oAuthClientId: clientId, oAuthClientSecret: clientSecret },
  })
  const orders = new OrdersController(client)
  const payments = new PaymentsController(client)

  const read = async (id: string) => (await orders.getOrder({ id })).result

  return {
    readOrder: async (id: string) => withRetries('return an order', () => read(id)),

    createOrder: async (order: NewOrder, key: string) =>
      withRetries('create an order', async () => {
        const paymentSource = toPaymentSource(order)
        const { result } = await orders.createOrder({
          paypalRequestId: key,
          prefer: WHOLE,
          body: {
            intent: CheckoutPaymentIntent.Capture,
            purchaseUnits: [{ amount: order.amount, customId: order.sessionId }],
            ...(paymentSource && { paymentSource }),
          },
        })
        return result
      }),

    changeAmount: async (id: string, { currencyCode: currency_code, value }: Money) =>
      withRetries('change an order', async () => {
        const path = "/purchase_units/@reference_id=='default'/amount"
        // The SDK does not rename the keys of a patch.
        await orders.patchOrder({ id, body: [{ op: PatchOp.Replace, path, value: { currency_code, value } }] })
      }),

    captureOrder: async (id: string) =>
      withRetries('capture an order', async () => {
        try {
          return (await orders.captureOrder({ id, paypalRequestId: `capture-${id}`, prefer: WHOLE })).result
        } catch (error) {
          if (new PayPalFault('', error).issue !== 'ORDER_ALREADY_CAPTURED') throw error
          return await read(id)
        }
      }),

    /** Without an amount, the rest of the capture. Undefined if it was fully refunded before. */
    refund: async (captureId: string, amount: Money | undefined, key: string) =>
      withRetries('refund a payment', async () => {
        try {
          const body = amount ? { amount } : {}
          return (await payments.refundCapturedPayment({ captureId, paypalRequestId: key, prefer: WHOLE, body })).result
        } catch (error) {
          if (new PayPalFault('', error).issue !== 'CAPTURE_FULLY_REFUNDED') throw error
          return undefined
        }
      }),

    isGenuine: async ({ headers, text }: SignedEvent) =>
      withRetries('verify an event', async () => {
        const facts = {
          auth_algo: headers['paypal-auth-algo'],
          cert_url: headers['paypal-cert-url'],
          transmission_id: headers['paypal-transmission-id'],
          transmission_sig: headers['paypal-transmission-sig'],
          transmission_time: headers['paypal-transmission-time'],
          webhook_id: webhookId,
        }
        if (Object.values(facts).some((fact) => typeof fact !== 'string')) return false
        const request = client.getRequestBuilderFactory()('POST', '/v1/notifications/verify-webhook-signature')
        request.authenticate([{ oauth2: true }])
        request.header('Content-Type', 'application/json')
        request.text(`${JSON.stringify(facts).slice(0, -1)},"webhook_event":${text}}`)
        const { result } = await request.callAsText()
        const answer = JSON.parse(result) as { verification_status?: string }
        return answer.verification_status === 'SUCCESS'
      }),
  }
}

/** Undefined for a wallet, which the browser adds to the order when the shopper confirms the payment. */
function toPaymentSource({ funding, returnUrl, cancelUrl, locale }: NewOrder): PaymentSource | undefined {
  const urls = { ...(returnUrl && { returnUrl }), ...(cancelUrl && { cancelUrl }) }
  if (funding === 'paypal') {
    return {
      paypal: {
        experienceContext: {
          userAction: PaypalExperienceUserAction.PayNow,
          // The shop already has the address. Payment must be immediate, because a bank transfer would take days.
          shippingPreference: PaypalWalletContextShippingPreference.NoShipping,
          paymentMethodPreference: PayeePaymentMethodPreference.ImmediatePaymentRequired,
          ...urls,
          ...(locale && { locale }),
        },
      },
    }
  }
  if (funding === 'card') {
    // The bank authenticates the shopper where the law requires it (PSD2).
    const attributes = { verification: { method: OrdersCardVerificationMethod.ScaWhenRequired } }
    return { card: { attributes, experienceContext: urls } }
  }
  return undefined
}

/** The latest first. */
export function capturesOf({ purchaseUnits = [] }: Order) {
  return purchaseUnits.flatMap(({ payments }) => payments?.captures ?? []).toReversed()
}

/** The outcome of a failed call may be unknown, so it has to be idempotent. Throws PayPalFault. */
async function withRetries<Answer>(call: string, send: () => Promise<Answer>) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send()
    } catch (error) {
      const fault = error instanceof PayPalFault ? error : new PayPalFault(call, error)
      const wait = PAUSES_MS[attempt - 1]
      if (fault.isClientError || wait === undefined) throw fault
      await pause(wait)
    }
  }
}
