import { changedRow } from '../storefront/changed-row.ts'

export default changedRow('price')

export const config = { event: ['pricing.price.created', 'pricing.price.updated', 'pricing.price.deleted'] }
