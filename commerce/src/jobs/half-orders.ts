import { finishIncompleteOrders } from '../orders/one-order.ts'

export default finishIncompleteOrders

/** Places the orders that a crash of this backend interrupted and that their shoppers do not retry. */
export const config = { name: 'half-orders', schedule: '0 * * * * *' }
