import { deliverOrderEvents } from '../storefront/order-events.ts'

export default deliverOrderEvents

/** After an outage of the storefront or a restart of this process. Without events it is two small queries. */
export const config = { name: 'order-events', schedule: '*/5 * * * * *' }
