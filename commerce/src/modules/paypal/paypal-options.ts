import type { ConfigModule, MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys, MedusaError, Modules } from '@medusajs/framework/utils'

/** Medusa's id: payment module, provider, and id of the configuration. */
export const PAYPAL_PROVIDER = 'pp_paypal_paypal'

export interface PayPalOptions {
  clientId: string
  clientSecret: string
  environment: 'sandbox' | 'production'
  webhookId: string
}

const NAMES = {
  clientId: 'PAYPAL_CLIENT_ID',
  clientSecret: 'PAYPAL_CLIENT_SECRET',
  webhookId: 'PAYPAL_WEBHOOK_ID',
} as const

interface PaymentModule {
  options?: { providers?: { id?: string; options?: PayPalOptions }[] }
}

/** @throws MedusaError that names the missing setting */
export function checkPayPalOptions(options: Partial<PayPalOptions>): asserts options is PayPalOptions {
  for (const [option, name] of Object.entries(NAMES) as [keyof typeof NAMES, string][]) {
    if (!options[option]) throw invalid(`${name} is missing; PayPal needs it.`)
  }
  if (options.environment !== 'sandbox' && options.environment !== 'production') {
    throw invalid('PAYPAL_ENVIRONMENT must be sandbox or production.')
  }
}

export function configuredOptions(container: MedusaContainer): PayPalOptions | undefined {
  const { modules } = container.resolve<ConfigModule>(ContainerRegistrationKeys.CONFIG_MODULE)
  const payment = modules?.[Modules.PAYMENT] as PaymentModule | undefined
  return payment?.options?.providers?.find(({ id }) => id === 'paypal')?.options
}

function invalid(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.INVALID_ARGUMENT, message)
}
