import { changedRow } from '../storefront/changed-row.ts'

export default changedRow('stock')

export const config = {
  event: [
    'inventory.inventory-level.created',
    'inventory.inventory-level.updated',
    'inventory.inventory-level.deleted',
  ],
}
