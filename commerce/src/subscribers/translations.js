import { changedRow } from '../storefront/catalog-signals.ts'

export default changedRow('translation')

export const config = { event: ['translation.created', 'translation.updated', 'translation.deleted'] }
