import type { SubscriberArgs } from '@medusajs/framework'

import { deliverOrderEvents } from '../storefront/order-events.ts'

/** An email need not wait for the job, which repeats what fails and logs it. */
export default async function orderEvents({ container }: SubscriberArgs) {
  // Not awaited: no other subscriber waits for the storefront.
  deliverOrderEvents(container).catch(() => undefined)
}

export const config = {
  event: ['order.placed', 'order.canceled', 'order.transfer_requested', 'payment.refunded', 'shipment.created'],
}
