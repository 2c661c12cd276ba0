import type { MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils'

import { rowsOf } from '../../rows.ts'
import { digitsOf } from './api/currencies.ts'
import { configuredOptions, PAYPAL_PROVIDER } from './paypal-options.ts'

interface Region {
  id: string
  currency_code: string
  payment_providers?: ({ id: string } | null)[]
}

/** In every region whose currency PayPal accepts, or in none if the shop has no account there. Idempotent. */
export async function offerPayPal(container: MedusaContainer) {
  const isConfigured = configuredOptions(container) !== undefined
  const regions = await rowsOf<Region>(container, 'region', ['id', 'currency_code', 'payment_providers.id'])
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
