import { changedRow } from '../storefront/catalog-signals.ts'

export default changedRow('everything')

export const config = {
  event: [
    'pricing.price-list.created',
    'pricing.price-list.deleted',
    'product-category.created',
    'product-category.updated',
    'product-category.deleted',
    'product-collection.created',
    'product-collection.updated',
    'product-collection.deleted',
  ],
}
