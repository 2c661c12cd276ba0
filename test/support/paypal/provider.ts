import { join } from 'node:path'

type Data = Record<string, unknown>
type Money = { currencyCode: string; value: string }
type Amount = { amount: number; currency_code: string; data: Data }

interface Provider {
  initiatePayment(input: Amount): Promise<{ data?: Data }>
  updatePayment(input: Amount): Promise<{ data?: Data }>
  deletePayment(input: { data: Data }): Promise<unknown>
  authorizePayment(input: { data: Data }): Promise<{ status: string; data: Data }>
  retrievePayment(input: { data: Data }): Promise<{ data?: Data }>
  getPaymentStatus(input: { data: Data }): Promise<{ data?: Data }>
  refundPayment(input: { amount: number; data: Data; context: { idempotency_key: string } }): Promise<unknown>
  getWebhookActionAndData(payload: object): Promise<{ action: string }>
}

const FOLDER = join(import.meta.dirname, '../../../commerce/src/modules/paypal')

/**
 * Loads the payment provider without a Medusa around it. It is loaded at run time, because its packages are installed
 * only after the types of the tests have been checked.
 */
export async function loadProvider(options: object) {
  const load = async (path: string) => (await import(join(FOLDER, path))) as Record<string, unknown>
  const [{ PayPalProvider }, { createPayPalApi }, { giveBack }, { toPayPalMoney }] = await Promise.all([
    load('paypal-provider.ts'),
    load('api/paypal-api.ts'),
    load('give-back.ts'),
    load('api/to-paypal-money.ts'),
  ])
  const logger = { error() {}, warn() {} }
  const provider = new (PayPalProvider as new (cradle: object, options: object) => Provider)({ logger }, options)
  const api = (createPayPalApi as (options: object) => object)(options)
  return {
    provider,
    giveBack: async (orderId: string, data: Data) =>
      (giveBack as (api: object, orderId: string, data: Data) => Promise<Data>)(api, orderId, data),
    toPayPalMoney: toPayPalMoney as (amount: number | string, currency: string) => Money,
  }
}
