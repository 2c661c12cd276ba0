import type { ShownProduct } from '#shared/product/shown-product.ts'

/** The data of each event. Amounts are integer hundredths. */
export interface ShopEvents {
  'Cart Opened': { items: number; total: number; currency: string }
  'Cart Quantity Updated': { variant_id: string; title: string; quantity: number }
  'Product Removed from Cart': { variant_id: string; title: string }
  'Product Viewed': { id: string; name: string; category: string | null }
  IntentToShop: { campaign: 'Launch40' }
  VIPSubscription: { campaign: 'InnerCircle' }
}
type ShopEventName = keyof ShopEvents

/** An event as `track` dispatches it. */
export type ShopEvent = { [Name in ShopEventName]: { name: Name; facts: ShopEvents[Name] } }[ShopEventName]

/** An analytics service that receives the events of a visit while the visitor consents. */
export interface Measure {
  /**
   * Called for the first page of the document and after each navigation.
   * @param path path of the page's URL
   */
  onPage?: (path: string) => void
  onProduct?: (product: ShownProduct) => void
  onEvent?: (event: ShopEvent) => void
  /** Stops sending and storing data. */
  end: () => Promise<void>
}

export const SHOP_EVENT = 'shop-event'

/** Dispatches an event to analytics. Analytics listens only after consent and never in checkout. */
export function track<Name extends ShopEventName>(name: Name, facts: ShopEvents[Name]): void {
  dispatchEvent(new CustomEvent(SHOP_EVENT, { detail: { name, facts } }))
}
