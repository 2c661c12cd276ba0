/** What shoppers do that someone may measure; amounts are integer hundredths. */
export interface ShopEvents {
  'Cart Opened': { items: number; total: number; currency: string }
  'Cart Quantity Updated': { variant_id: string; title: string; quantity: number }
  'Product Removed from Cart': { variant_id: string; title: string }
  'Product Viewed': { id: string; name: string; category: string | null }
  IntentToShop: { campaign: 'Launch40' }
  VIPSubscription: { campaign: 'InnerCircle' }
}
export type ShopEventName = keyof ShopEvents

export const SHOP_EVENT = 'shop-event'

/** Says what happened to anyone who measures; no one does before consent, and on no checkout. */
export function track<Name extends ShopEventName>(name: Name, facts: ShopEvents[Name]): void {
  dispatchEvent(new CustomEvent(SHOP_EVENT, { detail: { name, facts } }))
}
