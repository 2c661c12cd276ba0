import { orderShipped } from '../storefront/order-signals.ts'

export default orderShipped

export const config = { event: 'shipment.created' }
