/** In the router's notation. `src/app/routes.tsx` and `src/app/private-pages.tsx` accept no others. */
export const PAGE_PATHS = [
  '',
  'shop',
  'shop/viewAll',
  'shop/product/:handle',
  'shop/:category',
  'shop/:category/:subCategory',
  'search',
  'cart',
  'contact',
  'newsletter',
  'ring-size',
  'wishlist',
  'compare',
  'country',
  'checkout/:step?',
  'checkout/confirming',
  'account',
  'account/sign-in',
  'account/link',
  'account/addresses',
  'account/details',
  'account/orders/:id',
  'order/confirmation',
  'order/find',
  'order/found',
  'order/open',
  'order/take-back',
  'order/withdraw',
  'order/transfer',
  'newsletter/confirm',
  'newsletter/preferences',
  'hints/stop',
  'back-in-stock',
  'back-in-stock/requests',
  'blogs',
  'blogs/:article',
  'styleguide',
  '*',
] as const

export type PagePath = (typeof PAGE_PATHS)[number]

/** Pages in the site map that come from neither a product nor a content file. */
export const SITE_MAP_PAGES: readonly PagePath[] = ['shop', 'shop/viewAll', 'ring-size', 'contact']

export function productPath(handle: string): string {
  return `/shop/product/${encodeURIComponent(handle)}`
}

/** A category's handle comes after its parent's. */
export function categoryPath(...handles: string[]): string {
  return `/shop/${handles.map(encodeURIComponent).join('/')}`
}
