import type { ShownProduct } from '#shared/product/shown-product.ts'

export interface ShopEvents {
  /** `total` is in hundredths. */
  'Cart Opened': { items: number; total: number; currency: string }
  'Cart Quantity Updated': { variant_id: string; title: string; quantity: number }
  'Product Removed from Cart': { variant_id: string; title: string }
  'Product Viewed': { id: string; name: string; category: string | null }
  IntentToShop: { campaign: 'Launch40' }
  VIPSubscription: { campaign: 'InnerCircle' }
}
type ShopEventName = keyof ShopEvents

export type ShopEvent = { [Name in ShopEventName]: { name: Name; properties: ShopEvents[Name] } }[ShopEventName]

/** Receives what happens after the consent of the visitor. */
export interface AnalyticsService {
  onPage?: (path: string) => void
  onProduct?: (product: ShownProduct) => void
  onEvent?: (event: ShopEvent) => void
  end: () => Promise<void>
}

export const SHOP_EVENT = 'shop-event'

/** Analytics listens only after consent and never in checkout. */
export function track<Name extends ShopEventName>(name: Name, properties: ShopEvents[Name]): void {
  dispatchEvent(new CustomEvent(SHOP_EVENT, { detail: { name, properties } }))
}
