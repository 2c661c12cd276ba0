import { cancelUnpaidOrders } from '../orders/unpaid-orders.ts'
import { tellOfLapsedOrder } from '../storefront/order-signals.ts'

/** @param {import('@medusajs/framework/types').MedusaContainer} container */
export default async function unpaidOrders(container) {
  await cancelUnpaidOrders(container, tellOfLapsedOrder)
}

/** Once a minute: an order is canceled soon after the time that its buyer was told. */
export const config = { name: 'unpaid-orders', schedule: '30 * * * * *' }
