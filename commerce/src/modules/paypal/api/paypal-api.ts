import { setTimeout as pause } from 'node:timers/promises'

import {
  CheckoutPaymentIntent,
  Client,
  Environment,
  OrdersController,
  PatchOp,
  PayeePaymentMethodPreference,
  PaymentsController,
  PaypalExperienceUserAction,
  PaypalWalletContextShippingPreference,
  type Money,
  type Order,
  type OrdersCapture,
  type Refund,
} from '@paypal/paypal-server-sdk'

import { PayPalFault } from './paypal-fault.ts'
import type { PayPalOptions } from './paypal-options.ts'

/** What one payment is for, and where the shopper goes from PayPal. */
export interface NewOrder {
  sessionId: string
  amount: Money
  returnUrl?: string | undefined
  cancelUrl?: string | undefined
  /** BCP 47 */
  locale?: string | undefined
}

/** An event as it came, with what PayPal signed it by. */
export interface SignedEvent {
  headers: Record<string, unknown>
  /** The very bytes: the signature is over them. */
  text: string
}

/** PayPal, as far as a shop needs it. Every call throws PayPalFault. */
export interface PayPalApi {
  /** @param key one order comes of it, however often it is asked */
  createOrder(order: NewOrder, key: string): Promise<Order>
  readOrder(orderId: string): Promise<Order>
  changeAmount(orderId: string, amount: Money): Promise<void>
  /** Takes the money of an approved order; asked again where no answer came, by the same key. */
  captureOrder(orderId: string): Promise<Order>
  /** Gives back so much of what was taken, or all that is left of it; what was given back before counts as done. */
  refund(captureId: string, amount: Money | undefined, key: string): Promise<Refund | undefined>
  isGenuine(event: SignedEvent): Promise<boolean>
}

const TIMEOUT_MS = 6_000
/** Before each further try; all of them fit into the storefront's patience. */
const PAUSES_MS = [300, 1_200]
const WHOLE = 'return=representation'

/** @param options checked */
export function createPayPalApi({ clientId, clientSecret, environment, webhookId }: PayPalOptions): PayPalApi {
  const client = new Client({
    timeout: TIMEOUT_MS,
    environment: environment === 'production' ? Environment.Production : Environment.Sandbox,
    clientCredentialsAuthCredentials: { oAuthClientId: clientId, oAuthClientSecret: clientSecret },
  })
  const orders = new OrdersController(client)
  const payments = new PaymentsController(client)

  const read = async (id: string): Promise<Order> => (await orders.getOrder({ id })).result

  return {
    readOrder: (id) => insist('tell of an order', () => read(id)),

    createOrder: ({ sessionId, amount, returnUrl, cancelUrl, locale }, key) =>
      insist('make an order', async () => {
        const { result } = await orders.createOrder({
          paypalRequestId: key,
          prefer: WHOLE,
          body: {
            intent: CheckoutPaymentIntent.Capture,
            purchaseUnits: [{ amount, customId: sessionId }],
            paymentSource: {
              paypal: {
                experienceContext: {
                  userAction: PaypalExperienceUserAction.PayNow,
                  // The shop has asked for the address; a bank transfer of some days would keep the product waiting.
                  shippingPreference: PaypalWalletContextShippingPreference.NoShipping,
                  paymentMethodPreference: PayeePaymentMethodPreference.ImmediatePaymentRequired,
                  ...(returnUrl ? { returnUrl } : {}),
                  ...(cancelUrl ? { cancelUrl } : {}),
                  ...(locale ? { locale } : {}),
                },
              },
            },
          },
        })
        return result
      }),

    changeAmount: (id, value) =>
      insist('change an order', async () => {
        const path = "/purchase_units/@reference_id=='default'/amount"
        await orders.patchOrder({ id, body: [{ op: PatchOp.Replace, path, value: toWire(value) }] })
      }),

    captureOrder: (id) =>
      insist('take the money of an order', async () => {
        try {
          return (await orders.captureOrder({ id, paypalRequestId: `capture-${id}`, prefer: WHOLE })).result
        } catch (error) {
          if (new PayPalFault('', error).issue !== 'ORDER_ALREADY_CAPTURED') throw error
          return await read(id)
        }
      }),

    refund: (captureId, amount, key) =>
      insist('give money back', async () => {
        try {
          const body = amount ? { amount } : {}
          return (await payments.refundCapturedPayment({ captureId, paypalRequestId: key, prefer: WHOLE, body })).result
        } catch (error) {
          if (new PayPalFault('', error).issue !== 'CAPTURE_FULLY_REFUNDED') throw error
          return undefined
        }
      }),

    isGenuine: ({ headers, text }) =>
      insist('verify an event', async () => {
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

/** What was taken for an order, the latest first; none before it is captured. */
export function capturesOf(order: Order): OrdersCapture[] {
  return (order.purchaseUnits?.[0]?.payments?.captures ?? []).toReversed()
}

/** A patch is sent as it is, without the client's own renaming. */
function toWire({ currencyCode, value }: Money): object {
  return { currency_code: currencyCode, value }
}

/** Asks again where it is unknown what PayPal did. Every call given here may be repeated. @throws PayPalFault */
async function insist<Answer>(call: string, ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask()
    } catch (error) {
      const fault = error instanceof PayPalFault ? error : new PayPalFault(call, error)
      const wait = PAUSES_MS[attempt - 1]
      if (fault.isClientError || wait === undefined) throw fault
      await pause(wait)
    }
  }
}
