import { assignShippingProfile } from '../shop/default-shipping-profile.ts'

/** @param {import('@medusajs/framework').SubscriberArgs<{ id: string }>} args */
export default async function assignProfile({ event, container }) {
  await assignShippingProfile(container, event.data.id)
}

export const config = { event: ['product.created', 'product.updated'] }
