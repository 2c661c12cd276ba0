/**
 * Paths of the Admin API, below `/admin/`, whose writes and those below them change what the storefront reads, and what
 * they change. Many of these writes fire no event. Where the path does not name the product or the item, Medusa's events
 * do.
 */
export const CATALOG_WRITES: Readonly<Record<string, 'product' | 'item' | 'everything'>> = {
  'api-keys': 'everything',
  collections: 'everything',
  'fulfillment-sets': 'everything',
  'inventory-items': 'item',
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
