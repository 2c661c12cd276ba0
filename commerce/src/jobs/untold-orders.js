import { tellOfUntoldOrders } from '../storefront/order-signals.ts'

export default tellOfUntoldOrders

export const config = { name: 'untold-orders', schedule: '* * * * *' }
