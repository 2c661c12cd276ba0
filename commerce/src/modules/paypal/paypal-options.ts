import type { ConfigModule, MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils'

/** Medusa's id: payment module, provider, and id of the configuration. */
export const PAYPAL_PROVIDER = 'pp_paypal_paypal'

export interface PayPalOptions {
  clientId: string
  clientSecret: string
  environment: 'sandbox' | 'production'
  webhookId: string
}

interface PaymentModule {
  options?: { providers?: { id?: string; options?: PayPalOptions }[] }
}

export function configuredOptions(container: MedusaContainer): PayPalOptions | undefined {
  const { modules } = container.resolve<ConfigModule>(ContainerRegistrationKeys.CONFIG_MODULE)
  const payment = modules?.[Modules.PAYMENT] as PaymentModule | undefined
  return payment?.options?.providers?.find(({ id }) => id === 'paypal')?.options
}
