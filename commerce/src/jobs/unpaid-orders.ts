import { cancelUnpaidOrders } from '../orders/unpaid-orders.ts'

export default cancelUnpaidOrders

/** An order is canceled soon after the time in its email. Without work it is one small query. */
export const config = { name: 'unpaid-orders', schedule: '*/15 * * * * *' }
