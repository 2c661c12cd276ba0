import { orderRefunded } from '../storefront/order-signals.ts'

export default orderRefunded

export const config = { event: 'payment.refunded' }
