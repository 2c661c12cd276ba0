import { changedRow } from '../storefront/catalog-signals.ts'

export default changedRow('price')

export const config = { event: ['pricing.price.created', 'pricing.price.updated', 'pricing.price.deleted'] }
