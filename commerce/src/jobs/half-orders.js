import { finishHalfOrders } from '../orders/finish-half-orders.ts'

export default finishHalfOrders

/**
 * Once a minute: anyone who ordered just before this backend ended, and does not ask again, gets their order all the
 * same.
 */
export const config = { name: 'half-orders', schedule: '0 * * * * *' }
