import type { MedusaContainer } from '@medusajs/framework/types'
import { PaymentSessionStatus } from '@medusajs/framework/utils'

import { rowsOf } from '../../rows.ts'
import { PAYPAL_PROVIDER } from './paypal-options.ts'

/** Medusa does not know the outcome yet, or has refused it (`error`). */
export interface OpenSession {
  id: string
  status: PaymentSessionStatus
  data: Record<string, unknown>
  created_at: Date | string
  payment_collection_id: string
}

/** A refused session counts too, since its shopper's browser can still capture the PayPal order. */
export async function openSessions(container: MedusaContainer, since: Date, until: Date): Promise<OpenSession[]> {
  return rowsOf<OpenSession>(
    container,
    'payment_session',
    ['id', 'status', 'data', 'created_at', 'payment_collection_id'],
    {
      provider_id: PAYPAL_PROVIDER,
      status: [PaymentSessionStatus.PENDING, PaymentSessionStatus.REQUIRES_MORE, PaymentSessionStatus.ERROR],
      created_at: { $gte: since, $lte: until },
    },
  )
}

/** Undefined if the cart was deleted. */
export async function cartOf(container: MedusaContainer, collection: string): Promise<string | undefined> {
  const filters = { payment_collection_id: collection }
  const [link] = await rowsOf<{ cart_id: string }>(container, 'cart_payment_collection', ['cart_id'], filters)
  return link?.cart_id
}
