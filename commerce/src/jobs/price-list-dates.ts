import { signalPassedDates } from '../storefront/catalog-signals.ts'

export default signalPassedDates

/** Nothing fires an event when a price list begins or ends. Without work it is one small query. */
export const config = { name: 'price-list-dates', schedule: '*/15 * * * * *' }
