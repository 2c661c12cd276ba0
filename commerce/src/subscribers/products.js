import { changedRow } from '../storefront/catalog-signals.ts'

export default changedRow('product')

export const config = { event: ['product.created', 'product.updated', 'product.deleted'] }
