import { numberEarlierOrders } from '../orders/number-earlier-orders.ts'

export default numberEarlierOrders

/** Four times a minute: right after an update every order has its number. With none left it is one small query. */
export const config = { name: 'earlier-orders', schedule: '*/15 * * * * *' }
