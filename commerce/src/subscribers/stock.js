import { changedRow } from '../storefront/catalog-signals.ts'

export default changedRow('stock')

export const config = {
  event: [
    'inventory.inventory-level.created',
    'inventory.inventory-level.updated',
    'inventory.inventory-level.deleted',
  ],
}
