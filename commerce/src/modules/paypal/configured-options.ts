import type { ConfigModule, MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils'

import type { PayPalOptions } from './api/paypal-options.ts'

/** As the payment module's provider and the region's list name it. */
export const PAYPAL_PROVIDER = 'pp_paypal_paypal'

interface PaymentModule {
  options?: { providers?: { id?: string; options?: PayPalOptions }[] }
}

/** @returns undefined where the shop has no account at PayPal */
export function configuredOptions(container: MedusaContainer): PayPalOptions | undefined {
  const { modules } = container.resolve<ConfigModule>(ContainerRegistrationKeys.CONFIG_MODULE)
  const payment = modules?.[Modules.PAYMENT] as PaymentModule | undefined
  return payment?.options?.providers?.find(({ id }) => id === 'paypal')?.options
}
