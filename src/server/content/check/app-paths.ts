import { CHECKOUT_STEPS } from '#shared/checkout/checkout-steps.ts'
import { CATEGORY_HANDLES } from '#shared/shop/category-handles.ts'

/** Pages that are not made of words, and so may be linked to without a file: as `src/app/routes.tsx` writes them. */
export const APP_PATHS = [
  '',
  'shop',
  'shop/viewAll',
  'shop/product/:handle',
  'shop/:category',
  'shop/:category/:subCategory',
  'search',
  'cart',
  'country',
  'checkout/:step?',
  'ring-size',
  'wishlist',
  'compare',
  'order/find',
  'order/withdraw',
  'styleguide',
] as const

/** Words that stand for themselves in the place of a parameter. */
const VALUES: Record<string, readonly string[]> = { ':category': CATEGORY_HANDLES, ':step?': CHECKOUT_STEPS }

/** @param path without its language, starting with `/` */
export function isAppPath(path: string): boolean {
  const given = path.split('/').slice(1)
  return APP_PATHS.some((pattern) => {
    const parts = pattern.split('/')
    const isWhole = parts.length === given.length || (pattern.endsWith('?') && parts.length === given.length + 1)
    return isWhole && given.every((text, index) => fits(parts[index] ?? '', text))
  })
}

function fits(part: string, given: string): boolean {
  if (!part.startsWith(':')) return part === given
  return VALUES[part]?.includes(given) ?? given !== ''
}
