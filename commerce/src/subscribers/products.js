import { changedRow } from '../storefront/changed-row.ts'

export default changedRow('product')

export const config = { event: ['product.created', 'product.updated', 'product.deleted'] }
