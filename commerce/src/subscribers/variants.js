import { changedRow } from '../storefront/changed-row.ts'

export default changedRow('variant')

export const config = { event: ['product-variant.created', 'product-variant.updated', 'product-variant.deleted'] }
