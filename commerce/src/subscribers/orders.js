import { orderPlaced } from '../storefront/order-signals.ts'

export default orderPlaced

export const config = { event: 'order.placed' }
