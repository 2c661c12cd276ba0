import { HttpError } from '#server/http/http-error.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { formatMoney } from '#shared/money/format-money.ts'
import { toHundredths } from '#shared/money/to-hundredths.ts'

import type { CartContext, Notice } from './cart-context.ts'
import { CART_MESSAGES } from './cart-messages.ts'
import { countryName, type BackendAddress, type CartRegion } from './destination.ts'
import { codesOf, type BackendCart } from './to-cart.ts'

interface Move {
  before: BackendCart
  /** The cart after the move. */
  cart: BackendCart
  region: CartRegion
  address: BackendAddress | null
}

/** Session states that do not count as a payment that has begun. */
const DEAD_STATES = ['canceled', 'error']

/**
 * Requires the shopper's confirmation before a move ends a payment that has begun in another currency.
 * @throws HttpError 409
 */
export function refuseUnasked(cart: BackendCart, { currency_code: currency }: CartRegion): void {
  const from = cart.currency_code.toUpperCase()
  const to = currency.toUpperCase()
  const sessions = cart.payment_collection?.payment_sessions ?? []
  if (from === to || sessions.every(({ status }) => DEAD_STATES.includes(status))) return
  throw new HttpError(409, {
    message: CART_MESSAGES.askCurrency,
    values: { from, to },
    fields: { confirm_currency: CART_MESSAGES.confirmCurrency },
    details: { reason: 'currency', from, to },
  })
}

/**
 * Returns notices about a moved cart: the new total, each item removed or reduced, each code dropped; none if it was
 * empty.
 */
export function movedNotices(
  { titleOf, priceUnit }: CartContext,
  { before, cart, region, address }: Move,
  locale: Locale,
): Notice[] {
  if ((before.items ?? []).length === 0) return []
  const currency = cart.currency_code.toUpperCase()
  const total = formatMoney(toHundredths(cart.total, priceUnit), currency, locale)
  const [only, ...others] = region.countries
  const country = address?.['country_code'] ?? (others.length === 0 ? only : undefined)
  const moved = country
    ? {
        message: CART_MESSAGES.regionChanged,
        values: { country: countryName(country, locale), currency, total },
      }
    : { message: CART_MESSAGES.currencyChanged, values: { currency, total } }

  const stillThere = new Map((cart.items ?? []).map(({ variant_id: id, quantity }) => [id, quantity]))
  const fewer = (before.items ?? []).flatMap((line): Notice[] => {
    const quantity = stillThere.get(line.variant_id) ?? 0
    if (quantity >= line.quantity) return []
    const title = titleOf(line, locale)
    return quantity === 0
      ? [{ message: CART_MESSAGES.leftBehind, values: { title } }]
      : [{ message: CART_MESSAGES.onlyLeft, values: { title, count: quantity, quantity } }]
  })
  const codes = codesOf(before).filter((code) => !codesOf(cart).includes(code))
  const dropped = codes.map((code) => ({ message: CART_MESSAGES.codeDropped, values: { code } }))
  return [moved, ...fewer, ...dropped]
}
