import { changedRow } from '../storefront/catalog-signals.ts'

export default changedRow('variant')

export const config = { event: ['product-variant.created', 'product-variant.updated', 'product-variant.deleted'] }
