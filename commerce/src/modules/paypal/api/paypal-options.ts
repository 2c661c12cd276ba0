import { MedusaError } from '@medusajs/framework/utils'

/** What PayPal knows the shop by. */
export interface PayPalOptions {
  clientId: string
  clientSecret: string
  environment: 'sandbox' | 'production'
  /** Of the webhook that PayPal tells of payments; its events are verified with it. */
  webhookId: string
}

const NAMES = {
  clientId: 'PAYPAL_CLIENT_ID',
  clientSecret: 'PAYPAL_CLIENT_SECRET',
  webhookId: 'PAYPAL_WEBHOOK_ID',
} as const

/** @throws MedusaError with one sentence that names what is missing */
export function checkPayPalOptions(options: Partial<PayPalOptions>): asserts options is PayPalOptions {
  for (const [option, name] of Object.entries(NAMES) as [keyof typeof NAMES, string][]) {
    if (!options[option]) throw wrong(`${name} is missing; PayPal needs it.`)
  }
  if (options.environment !== 'sandbox' && options.environment !== 'production') {
    throw wrong('PAYPAL_ENVIRONMENT must be sandbox or production.')
  }
}

function wrong(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.INVALID_ARGUMENT, message)
}
