import { cancelUnpaidOrders } from '../orders/unpaid-orders.ts'
import { notifyOfLapsedOrder } from '../storefront/order-signals.ts'

/** @param {import('@medusajs/framework/types').MedusaContainer} container */
export default async function unpaidOrders(container) {
  await cancelUnpaidOrders(container, notifyOfLapsedOrder)
}

/** An order is canceled soon after the time in its email. Without work it is one small query. */
export const config = { name: 'unpaid-orders', schedule: '*/15 * * * * *' }
