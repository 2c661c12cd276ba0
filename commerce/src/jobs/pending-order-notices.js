import { notifyOfPendingOrders } from '../storefront/order-signals.ts'

export default notifyOfPendingOrders

/** Four times a minute: anyone who ordered just before this backend was started anew waits for an email. */
export const config = { name: 'untold-orders', schedule: '*/15 * * * * *' }
