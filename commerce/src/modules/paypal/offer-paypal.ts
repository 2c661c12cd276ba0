import type { MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils'

import { digitsOf } from './api/currencies.ts'
import { configuredOptions, PAYPAL_PROVIDER } from './configured-options.ts'

interface Region {
  id: string
  currency_code: string
  payment_providers?: ({ id: string } | null)[]
}

/**
 * Offers PayPal in every region whose currency it takes, where the shop has an account there, and in none otherwise.
 * May run again.
 */
export async function offerPayPal(container: MedusaContainer): Promise<void> {
  const isConfigured = configuredOptions(container) !== undefined
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const fields = ['id', 'currency_code', 'payment_providers.id']
  const regions = (await query.graph({ entity: 'region', fields })).data as Region[]

  const link = container.resolve(ContainerRegistrationKeys.LINK)
  for (const region of regions) {
    const wants = isConfigured && digitsOf(region.currency_code) !== undefined
    const has = (region.payment_providers ?? []).some((provider) => provider?.id === PAYPAL_PROVIDER)
    const pair = {
      [Modules.REGION]: { region_id: region.id },
      [Modules.PAYMENT]: { payment_provider_id: PAYPAL_PROVIDER },
    }
    if (wants && !has) await link.create(pair)
    if (has && !wants) await link.dismiss(pair)
  }
}
