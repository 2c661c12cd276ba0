import type { SubscriberArgs } from '@medusajs/framework'

import { assignShippingProfile } from '../shop/default-shipping-profile.ts'

export default async function assignProfile({ event, container }: SubscriberArgs<{ id: string }>) {
  await assignShippingProfile(container, event.data.id)
}

export const config = { event: ['product.created', 'product.updated'] }
