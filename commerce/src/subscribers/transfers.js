import { transferRequested } from '../storefront/order-signals.ts'

export default transferRequested

export const config = { event: 'order.transfer_requested' }
