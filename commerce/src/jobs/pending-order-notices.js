import { notifyOfPendingOrders } from '../storefront/order-signals.ts'

export default notifyOfPendingOrders

/** A shopper who ordered just before a restart waits for an email. */
export const config = { name: 'untold-orders', schedule: '*/15 * * * * *' }
