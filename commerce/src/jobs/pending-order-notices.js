import { notifyOfPendingOrders } from '../storefront/order-signals.ts'

export default notifyOfPendingOrders

/** Four times a minute, since a shopper who ordered just before a restart waits for an email. */
export const config = { name: 'untold-orders', schedule: '*/15 * * * * *' }
