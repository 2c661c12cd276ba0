import { numberEarlierOrders } from '../orders/number-earlier-orders.ts'

export default numberEarlierOrders

/** Every order has a number soon after an update. Without work it is one small query. */
export const config = { name: 'earlier-orders', schedule: '*/15 * * * * *' }
