import type {
  InitiatePaymentInput,
  Logger,
  ProviderWebhookPayload,
  RefundPaymentInput,
  UpdatePaymentInput,
  WebhookActionResult,
} from '@medusajs/framework/types'
import { AbstractPaymentProvider, MedusaError, PaymentActions, PaymentSessionStatus } from '@medusajs/framework/utils'
import type { Money, Order } from '@paypal/paypal-server-sdk'

import { createPayPalApi, type Funding, type PayPalApi } from './api/paypal-api.ts'
import { PayPalFault } from './api/paypal-fault.ts'
import { isSameMoney, toPayPalMoney } from './api/to-paypal-money.ts'
import { giveBack } from './give-back.ts'
import type { PayPalOptions } from './paypal-options.ts'
import {
  expectedOf,
  isAuthenticated,
  statusOf,
  takenFor,
  textOf,
  toSessionData,
  type SessionData,
} from './session-data.ts'
import { readEvent } from './webhook-event.ts'

type Data = Record<string, unknown>

/** Of Medusa's calls about a payment that exists. */
interface Stored {
  data?: Data
}

const WARN_AGAIN_MS = 60_000

/** One PayPal order for each session, captured when the shop's order is placed. Every call is idempotent. */
export class PayPalProvider extends AbstractPaymentProvider<PayPalOptions> {
  static override identifier = 'paypal'

  readonly #api: PayPalApi
  readonly #log: Logger
  #forgeries = 0
  #warnedAt = -Infinity

  static override validateOptions({ clientId, clientSecret, webhookId, environment }: Partial<PayPalOptions>) {
    const values = { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret, PAYPAL_WEBHOOK_ID: webhookId }
    for (const [name, value] of Object.entries(values))
      if (!value) throw new MedusaError(MedusaError.Types.INVALID_ARGUMENT, `${name} is missing; PayPal needs it.`)
    if (environment !== 'sandbox' && environment !== 'production')
      throw new MedusaError(MedusaError.Types.INVALID_ARGUMENT, 'PAYPAL_ENVIRONMENT must be sandbox or production.')
  }

  constructor(cradle: { logger: Logger }, options: PayPalOptions) {
    super(cradle, options)
    this.#log = cradle.logger
    this.#api = createPayPalApi(options)
  }

  async initiatePayment({ amount, currency_code: currency, data = {} }: InitiatePaymentInput) {
    return this.#open(data, toPayPalMoney(amount, currency), textOf(data['session_id']))
  }

  /** If PayPal no longer allows it, a new order replaces this one, and the shopper has to approve again. */
  async updatePayment({ amount, currency_code: currency, data = {} }: UpdatePaymentInput) {
    const wanted = toPayPalMoney(amount, currency)
    if (isSameMoney(expectedOf(data), wanted)) return { data }
    try {
      await this.#api.changeAmount(textOf(data['order_id']), wanted)
      return { data: { ...data, expected: wanted } }
    } catch (error) {
      if (!(error instanceof PayPalFault) || !error.isClientError) throw error
      await this.#release(data)
      return this.#open(data, wanted, `${textOf(data['session_id'])}-${wanted.currencyCode}${wanted.value}`)
    }
  }

  /**
   * The browser can change and capture an order at any time, so the amount is compared before and after the capture.
   * @throws MedusaError (conflict) if it is unknown whether the money was captured, so that the caller retries
   */
  async authorizePayment({ data = {} }: Stored) {
    const id = textOf(data['order_id'])
    try {
      const order = await this.#api.readOrder(id)
      const found = answer(order, data)
      if (found.data.mismatch) return await this.#giveBackMismatch(id, found.data)
      if (found.status !== PaymentSessionStatus.AUTHORIZED) return found
      if (!isAuthenticated(order)) {
        this.#log.warn(`PayPal order ${id} was not captured: the bank did not authenticate the holder of the card`)
        return { status: PaymentSessionStatus.ERROR, data }
      }
      const taken = answer(await this.#api.captureOrder(id), data)
      return taken.data.mismatch ? await this.#giveBackMismatch(id, taken.data) : taken
    } catch (error) {
      return this.#refused(error, data)
    }
  }

  async capturePayment({ data = {} }: Stored) {
    const { status, data: captured } = await this.authorizePayment({ data })
    if (status === PaymentSessionStatus.CAPTURED) return { data: captured }
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, `PayPal order ${textOf(data['order_id'])} is ${status}`)
  }

  /** Refunds captured money, since the payment has no order. */
  async cancelPayment({ data = {} }: Stored) {
    return { data: await this.#release(data) }
  }

  /** @throws MedusaError while PayPal reviews money, so that Medusa keeps the session, and the cart as it is */
  async deletePayment({ data = {} }: Stored) {
    try {
      return { data: await this.#release(data) }
    } catch (error) {
      if (!(error instanceof PayPalFault)) throw error
      // A PayPal failure must not block the cart. Without the payment session, no more money can be captured.
      this.#log.error(`PayPal order ${textOf(data['order_id'])} was abandoned without a check: ${String(error)}`)
      return { data }
    }
  }

  async refundPayment({ amount, data = {}, context }: RefundPaymentInput) {
    const captureId = textOf(data['capture_id'])
    const key = `refund-${context?.idempotency_key ?? captureId}`
    const refund = await this.#api.refund(captureId, toPayPalMoney(amount, expectedOf(data).currencyCode), key)
    return { data: { ...data, refund_id: refund?.id ?? data['refund_id'] ?? null } }
  }

  async retrievePayment({ data = {} }: Stored) {
    return { data: toSessionData(await this.#api.readOrder(textOf(data['order_id'])), data) }
  }

  async getPaymentStatus({ data = {} }: Stored) {
    return answer(await this.#api.readOrder(textOf(data['order_id'])), data)
  }

  /** An approved or captured order completes its cart. Events without a valid signature are ignored. */
  async getWebhookActionAndData(payload: ProviderWebhookPayload['payload']): Promise<WebhookActionResult> {
    const event = readEvent(payload)
    if (!event) return { action: PaymentActions.NOT_SUPPORTED }
    const { sessionId, amount } = event
    const isGenuine = await this.#api.isGenuine(event).catch((error: unknown) => {
      // PayPal rejects a malformed signature with a client error.
      if (error instanceof PayPalFault && error.isClientError) return false
      throw error
    })
    if (isGenuine) return { action: PaymentActions.AUTHORIZED, data: { session_id: sessionId, amount } }
    this.#forgeries += 1
    // Anyone may send events, so at most one line a minute is logged.
    if (Date.now() - this.#warnedAt >= WARN_AGAIN_MS) {
      this.#warnedAt = Date.now()
      this.#log.warn(
        `Events without a valid PayPal signature: ${this.#forgeries} so far, the last about payment session ${sessionId}`,
      )
    }
    return { action: PaymentActions.NOT_SUPPORTED }
  }

  async #open(data: Data, amount: Money, key: string) {
    const order = await this.#api.createOrder(
      {
        sessionId: textOf(data['session_id']),
        amount,
        funding: fundingOf(data),
        returnUrl: textOf(data['return_url']),
        cancelUrl: textOf(data['cancel_url']),
        locale: textOf(data['locale']),
      },
      `create-${key}`,
    )
    return {
      id: order.id ?? '',
      status: PaymentSessionStatus.PENDING,
      data: toSessionData(order, { ...data, expected: amount, mismatch: null }),
    }
  }

  async #release(data: Data) {
    const id = textOf(data['order_id'])
    return id ? giveBack(this.#api, id, data) : data
  }

  async #giveBackMismatch(id: string, data: SessionData) {
    const { currencyCode, value } = data.expected
    this.#log.error(`PayPal order ${id} was refused: ${data.mismatch} instead of ${value} ${currencyCode}`)
    try {
      return { status: PaymentSessionStatus.ERROR, data: await giveBack(this.#api, id, data) }
    } catch (error) {
      if (error instanceof PayPalFault) throw error
      // The job refunds it after PayPal's review.
      this.#log.warn(String(error))
      return { status: PaymentSessionStatus.ERROR, data }
    }
  }

  #refused(error: unknown, data: Data) {
    if (!(error instanceof PayPalFault)) throw error
    this.#log.warn(error.message)
    if (!error.isClientError) throw new MedusaError(MedusaError.Types.CONFLICT, error.message)
    const isOpen = ['ORDER_NOT_APPROVED', 'PAYER_ACTION_REQUIRED'].includes(error.issue)
    return { status: isOpen ? PaymentSessionStatus.REQUIRES_MORE : PaymentSessionStatus.ERROR, data }
  }
}

const FUNDINGS: readonly Funding[] = ['paypal', 'card', 'apple_pay', 'google_pay']

function fundingOf(data: Data): Funding {
  return FUNDINGS.find((funding) => funding === data['funding']) ?? 'paypal'
}

const PAYING: readonly PaymentSessionStatus[] = [
  PaymentSessionStatus.AUTHORIZED,
  PaymentSessionStatus.CAPTURED,
  PaymentSessionStatus.PENDING_AUTHORIZATION,
]

/** An order that would pay another amount than the expected one is an error, with `mismatch`. */
function answer(order: Order, before: Data): { status: PaymentSessionStatus; data: SessionData } {
  const status = statusOf(order)
  const data = toSessionData(order, before)
  const taken = takenFor(order)
  if (!PAYING.includes(status) || isSameMoney(taken, data.expected)) return { status, data }
  return { status: PaymentSessionStatus.ERROR, data: { ...data, mismatch: `${taken.value} ${taken.currencyCode}` } }
}
