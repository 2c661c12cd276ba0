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
export async function openSessions(container: MedusaContainer, since: Date, until: Date) {
  const fields = ['id', 'status', 'data', 'created_at', 'payment_collection_id']
  return rowsOf<OpenSession>(container, 'payment_session', fields, {
    provider_id: PAYPAL_PROVIDER,
    status: [PaymentSessionStatus.PENDING, PaymentSessionStatus.REQUIRES_MORE, PaymentSessionStatus.ERROR],
    created_at: { $gte: since, $lte: until },
  })
}

/** Null if the cart was deleted. */
export async function cartOf(container: MedusaContainer, { payment_collection_id }: OpenSession) {
  const filters = { payment_collection_id }
  const [link] = await rowsOf<{ cart_id: string }>(container, 'cart_payment_collection', ['cart_id'], filters)
  return link?.cart_id ?? null
}
