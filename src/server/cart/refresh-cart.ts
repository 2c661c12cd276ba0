import { HttpError } from '#server/http/http-error.ts'
import { BackendError } from '#server/medusa/backend-error.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { formatMoney } from '#shared/money/format-money.ts'
import { toHundredths } from '#shared/money/to-hundredths.ts'

import { QUERY, type CartContext, type Notice, type Shopper } from './cart-context.ts'
import { CART_MESSAGES } from './cart-messages.ts'
import { writeWithoutUnsold } from './destination.ts'
import { codesOf, type BackendCart } from './to-cart.ts'

/** Compares a cart with what is sold now, with a notice for each change. Call it under the cart's lock. */
export async function refreshCart(
  { backend, titleOf, priceUnit }: CartContext,
  before: BackendCart,
  { locale }: Pick<Shopper, 'locale'>,
): Promise<{ cart: BackendCart; notices: Notice[] }> {
  const { cart: carts, product } = backend.store
  const { id, region_id: regionId, items = [] } = before
  if (!items || items.length === 0) return { cart: before, notices: [] }
  const noRegion = () => {
    const fields = { 'shipping_address.country_code': CART_MESSAGES.noRegion }
    return new HttpError(409, { message: CART_MESSAGES.noRegion, fields })
  }
  if (!regionId) throw noRegion()
  // The backend itself does not look at the sales channel of a line again.
  const ids = [...new Set(items.flatMap(({ variant_id: variantId }) => variantId ?? []))]
  const { products } = await product.list({ variants: { id: ids }, fields: 'id,variants.id', limit: ids.length })
  const sold = new Set(products.flatMap(({ variants }) => variants?.map((variant) => variant.id) ?? []))
  const gone = items.filter(({ variant_id: variantId }) => variantId && !sold.has(variantId))
  for (const line of gone) await carts.deleteLineItem(id, line.id)

  // The backend reads prices again only if an update names a region, even the same one.
  const written = await writeWithoutUnsold(backend.store, id, () =>
    carts.update(id, { region_id: regionId }, QUERY),
  ).catch((error: unknown) => {
    // A deleted region stays in the cart, and the backend names it.
    throw error instanceof BackendError && error.message.includes(regionId) ? noRegion() : error
  })
  let { cart } = written
  const currency = cart.currency_code.toUpperCase()
  const notices: Notice[] = [...gone, ...written.unsold].map((line) => ({
    message: CART_MESSAGES.noLongerSold,
    values: { title: titleOf(line, locale) },
  }))
  for (const line of cart.items ?? []) {
    const former = items.find((item) => item.id === line.id)?.unit_price ?? line.unit_price
    if (former === line.unit_price) continue
    const [from, to] = [toHundredths(former, priceUnit), toHundredths(line.unit_price, priceUnit)]
    notices.push(priceChanged({ title: titleOf(line, locale), from, to }, currency, locale))
    // Only a write of the line itself updates its compare-at price.
    cart = (await carts.updateLineItem(id, line.id, { quantity: line.quantity }, QUERY)).cart
  }
  const codes = codesOf(before).filter((code) => !codesOf(cart).includes(code))
  notices.push(...codes.map((code) => ({ message: CART_MESSAGES.codeEnded, values: { code } })))
  const isDeliveryGone = (before.shipping_methods ?? []).length > (cart.shipping_methods ?? []).length
  if (isDeliveryGone && cart.items?.length) notices.push({ message: CART_MESSAGES.deliveryEnded, values: {} })
  const [from = 0, to = 0] = [before, cart].map(({ total }) => toHundredths(total, priceUnit, currency))
  if (notices.length === 0 && from !== to) {
    const values = { from: formatMoney(from, currency, locale), to: formatMoney(to, currency, locale) }
    notices.push({ message: CART_MESSAGES.newTotal, values })
  }
  return { cart, notices }
}

/** Amounts are in hundredths. */
export function priceChanged(
  { title, from, to }: { title: string; from: number; to: number },
  currency: string,
  locale: Locale,
): Notice {
  const price = (amount: number): string => formatMoney(amount, currency, locale)
  return { message: CART_MESSAGES.priceChanged, values: { title, from: price(from), to: price(to) } }
}
