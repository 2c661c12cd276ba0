import type { ShownProduct } from '#shared/product/shown-product.ts'
import type { CampaignName } from '#shared/shop/campaign.ts'

export interface ShopEvents {
  /** `items` counts pieces, `total` is in hundredths. */
  'Cart Opened': { items: number; total: number; currency: string }
  'Cart Quantity Updated': { variant_id: string; title: string; quantity: number }
  'Product Removed from Cart': { variant_id: string; title: string }
  IntentToShop: { campaign: CampaignName }
  VIPSubscription: { campaign: 'InnerCircle' }
}
type ShopEventName = keyof ShopEvents

export type ShopEvent = { [Name in ShopEventName]: { name: Name; properties: ShopEvents[Name] } }[ShopEventName]

/** Receives what happens after the consent of the visitor. */
export interface AnalyticsService {
  /** `path` is without the query. */
  onPage?: (path: string) => void
  onProduct?: (product: ShownProduct) => void
  onEvent?: (event: ShopEvent) => void
  /** Stops sending. The caller then deletes what was stored. */
  end: () => Promise<void>
}

/** The type of the window event whose `detail` is a ShopEvent. */
export const SHOP_EVENT = 'shop-event'

/** Dispatches the event. Without consent and in checkout nothing listens. */
export function track<Name extends ShopEventName>(name: Name, properties: ShopEvents[Name]): void {
  dispatchEvent(new CustomEvent(SHOP_EVENT, { detail: { name, properties } }))
}
