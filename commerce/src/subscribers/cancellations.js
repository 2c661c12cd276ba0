import { orderCanceled } from '../storefront/order-signals.ts'

export default orderCanceled

export const config = { event: 'order.canceled' }
