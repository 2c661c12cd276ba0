import { changedRow } from '../storefront/changed-row.ts'

export default changedRow('translation')

export const config = { event: ['translation.created', 'translation.updated', 'translation.deleted'] }
