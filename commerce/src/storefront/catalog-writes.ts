/**
 * Paths below `/admin/`; the first match counts. Many of these writes fire no event. `events` name the products more
 * exactly than the path.
 */
export const CATALOG_WRITES: Readonly<Record<string, 'product' | 'item' | 'everything' | 'events'>> = {
  'api-keys': 'everything',
  collections: 'everything',
  'fulfillment-sets': 'everything',
  'inventory-items': 'item',
  'price-lists/:id/prices': 'events',
  'price-lists': 'everything',
  'price-preferences': 'everything',
  'product-categories': 'everything',
  'product-options': 'everything',
  'product-tags': 'everything',
  'product-types': 'everything',
  products: 'product',
  regions: 'everything',
  'sales-channels': 'everything',
  'shipping-options': 'everything',
  'stock-locations': 'everything',
  stores: 'everything',
  'tax-rates': 'everything',
  'tax-regions': 'everything',
  'translations/settings': 'everything',
}
