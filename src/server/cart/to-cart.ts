import type { HttpTypes } from '@medusajs/types'

import {
  FUNDINGS,
  type Address,
  type Cart,
  type PaymentSession,
  type ShippingMethod,
  type Taxes,
} from '#shared/cart/cart.ts'
import { toHundredths } from '#shared/money/to-hundredths.ts'

import { fromIsoProvince } from './address-forms.ts'
import { giftOf } from './gift.ts'
import { isTaxInclusive, toLineItems, type BackendLine, type ShopFacts } from './to-line-item.ts'

/** A backend cart with CART_FIELDS. Medusa's types lack `locale`. */
export type BackendCart = HttpTypes.StoreCart & { locale?: string | null }

/** The backend does not return line totals by default. */
export const CART_FIELDS = [
  '+items.total',
  '+items.tax_total',
  '+items.discount_total',
  '+items.discount_tax_total',
  '+items.is_discountable',
  '+shipping_methods.id',
  '+shipping_methods.name',
  '+shipping_methods.total',
  '+shipping_methods.tax_total',
  '-items.product',
  '-items.variant',
  '-region.countries',
  '-customer',
].join(',')

/** Amounts are integer hundredths. Includes personal fields. The cart context's `answer` fills in `delivery_from`. */
export function toCart(cart: BackendCart, shop: ShopFacts): Cart {
  const amount = (value: number | null | undefined): number =>
    toHundredths(value ?? 0, shop.priceUnit, cart.currency_code)
  const items = toLineItems(cart.items, cart.id, shop, cart.currency_code)
  const totals = toTotals(cart, amount)
  const country = cart.shipping_address?.country_code?.toUpperCase()
  return {
    id: cart.id,
    status: cart.completed_at ? 'completed' : 'open',
    region_id: cart.region_id ?? '',
    currency_code: cart.currency_code.toUpperCase(),
    items,
    original_item_total: items.reduce((sum, item) => sum + item.original_total, 0),
    ...totals,
    tax_at_checkout:
      !totals.tax_inclusive &&
      totals.tax_total === 0 &&
      !cart.shipping_address?.province &&
      (shop.taxByAddress?.(country, cart.region_id ?? '') ?? false),
    shipping_methods: (cart.shipping_methods ?? []).map((method) => toShippingMethod(method, totals, amount)),
    delivery_from: null,
    payment_collection: cart.payment_collection
      ? {
          id: cart.payment_collection.id,
          payment_sessions: (cart.payment_collection.payment_sessions ?? []).map((session) =>
            toPaymentSession(session, amount),
          ),
        }
      : null,
    promo_codes: codesOf(cart),
    email: cart.email ?? null,
    shipping_address: toAddress(cart.shipping_address),
    billing_address: toAddress(cart.billing_address),
    gift: giftOf(cart.metadata),
  }
}

type Amounts = (value: number | null | undefined) => number

/** The backend's sums always include tax; the shop's exclude it if its displayed prices do. */
export function toTotals(
  totals: {
    items?: readonly BackendLine[] | null
    item_total?: number
    item_tax_total?: number
    shipping_total?: number
    shipping_tax_total?: number
    tax_total?: number
    discount_total?: number
    discount_tax_total?: number
    total?: number
  },
  amount: Amounts,
): Taxes & Pick<Cart, 'item_total' | 'shipping_total' | 'discount_total' | 'total'> {
  const isInclusive = isTaxInclusive(totals.items)
  const itemTax = amount(totals.item_tax_total)
  const shippingTax = amount(totals.shipping_tax_total)
  return {
    item_total: amount(totals.item_total) - (isInclusive ? 0 : itemTax),
    shipping_total: amount(totals.shipping_total) - (isInclusive ? 0 : shippingTax),
    discount_total: amount(totals.discount_total) - (isInclusive ? 0 : amount(totals.discount_tax_total)),
    tax_inclusive: isInclusive,
    tax_total: amount(totals.tax_total),
    item_tax_total: itemTax,
    shipping_tax_total: shippingTax,
    total: amount(totals.total),
  }
}

/** The amount is as prices are displayed. */
export function toShippingMethod(
  method: {
    id: string
    shipping_option_id?: string | null
    name?: string | null
    amount: number
    total?: number
    tax_total?: number
  },
  { tax_inclusive: isInclusive }: Taxes,
  amount: Amounts,
): ShippingMethod {
  return {
    id: method.id,
    shipping_option_id: method.shipping_option_id ?? null,
    name: method.name ?? '',
    amount: amount(method.total ?? method.amount) - (isInclusive ? 0 : amount(method.tax_total)),
  }
}

/** Without automatic promotions. */
export function codesOf({ promotions }: BackendCart): string[] {
  return (promotions ?? []).flatMap(({ code, is_automatic: isAutomatic }) => (code && !isAutomatic ? [code] : []))
}

/** Omits the session's `data`, which is between the provider and the server, except for the shopper's approval link. */
function toPaymentSession(session: HttpTypes.StorePaymentSession, amount: (value: number) => number): PaymentSession {
  const approval = APPROVABLE.includes(session.status) ? toApproval(session.data) : undefined
  return {
    id: session.id,
    provider_id: session.provider_id,
    status: session.status,
    amount: amount(session.amount),
    approval,
  }
}

const APPROVABLE = ['pending', 'requires_more']

function toApproval(data: Record<string, unknown> | undefined): PaymentSession['approval'] {
  const { order_id: orderId, approval_url: url } = data ?? {}
  const funding = FUNDINGS.find((one) => one === data?.['funding']) ?? 'paypal'
  if (typeof orderId !== 'string') return undefined
  if (funding !== 'paypal') return { order_id: orderId, url: null, funding }
  return typeof url === 'string' ? { order_id: orderId, url, funding } : undefined
}

type BackendAddress = { [Field in keyof Address]?: string | null }

export function toAddress(address: BackendAddress | null | undefined): Address | null {
  if (!address) return null
  return {
    first_name: address.first_name ?? null,
    last_name: address.last_name ?? null,
    company: address.company ?? null,
    address_1: address.address_1 ?? null,
    address_2: address.address_2 ?? null,
    city: address.city ?? null,
    province: address.province == null ? null : fromIsoProvince(address.country_code ?? '', address.province),
    postal_code: address.postal_code ?? null,
    country_code: address.country_code?.toUpperCase() ?? null,
    phone: address.phone ?? null,
  }
}
