import type { MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys, PaymentSessionStatus } from '@medusajs/framework/utils'

import { PAYPAL_PROVIDER } from './configured-options.ts'

/** A payment at PayPal of which Medusa does not know yet what became of it. */
export interface OpenSession {
  id: string
  data: Record<string, unknown>
  created_at: Date | string
  payment_collection_id: string
}

/** Those that were begun in this time. */
export async function openSessions(container: MedusaContainer, since: Date, until: Date): Promise<OpenSession[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: 'payment_session',
    fields: ['id', 'data', 'created_at', 'payment_collection_id'],
    filters: {
      provider_id: PAYPAL_PROVIDER,
      status: [PaymentSessionStatus.PENDING, PaymentSessionStatus.REQUIRES_MORE],
      created_at: { $gte: since, $lte: until },
    },
  })
  return data as OpenSession[]
}

/** The cart that is paid so; undefined where it is gone. */
export async function cartOf(container: MedusaContainer, collection: string): Promise<string | undefined> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const filters = { payment_collection_id: collection }
  const { data } = await query.graph({ entity: 'cart_payment_collection', fields: ['cart_id'], filters })
  return (data as unknown as { cart_id: string }[])[0]?.cart_id
}
