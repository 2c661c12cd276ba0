import { tellOfUntoldOrders } from '../storefront/order-signals.ts'

export default tellOfUntoldOrders

/** Four times a minute: whoever ordered just before this backend was started anew waits for a letter. */
export const config = { name: 'untold-orders', schedule: '*/15 * * * * *' }
