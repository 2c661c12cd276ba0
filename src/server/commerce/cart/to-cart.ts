import type { HttpTypes } from '@medusajs/types'

import type { Address, Cart, PaymentSession } from '#shared/api/cart.ts'
import { toHundredths } from '#shared/money/to-hundredths.ts'

import { toLineItems, type ShopFacts } from './to-line-item.ts'

/** The backend's cart as CART_FIELDS asks for it; its types know nothing of `locale`. */
export type BackendCart = HttpTypes.StoreCart & { locale?: string | null }

/** What toCart reads, and what it must be asked for: line totals are no default of the backend's. */
export const CART_FIELDS = [
  '+items.total',
  '+items.tax_total',
  '+items.discount_total',
  '+items.is_discountable',
  '+shipping_methods.id',
  '+shipping_methods.name',
  '+shipping_methods.total',
  '-items.product',
  '-items.variant',
  '-region.countries',
  '-customer',
].join(',')

/**
 * The seed's cart from the backend's: integer hundredths, upper-case codes, the visitor's language.
 * Personal fields are in it; whoever answers a request decides whether they may leave.
 */
export function toCart(cart: BackendCart, shop: ShopFacts): Cart {
  const amount = (value: number | null | undefined): number => toHundredths(value ?? 0, shop.priceUnit)
  const items = toLineItems(cart.items, cart.id, shop)
  return {
    id: cart.id,
    status: cart.completed_at ? 'completed' : 'open',
    region_id: cart.region_id ?? '',
    currency_code: cart.currency_code.toUpperCase(),
    items,
    item_total: amount(cart.item_total),
    original_item_total: items.reduce((sum, item) => sum + item.original_total, 0),
    shipping_total: amount(cart.shipping_total),
    tax_total: amount(cart.tax_total),
    discount_total: amount(cart.discount_total),
    total: amount(cart.total),
    shipping_methods: (cart.shipping_methods ?? []).map((method) => ({
      id: method.id,
      shipping_option_id: method.shipping_option_id ?? null,
      name: method.name ?? '',
      amount: amount(method.total ?? method.amount),
    })),
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
  }
}

/** The promotion codes that somebody typed; those that the shop gives by itself are no codes. */
export function codesOf({ promotions }: BackendCart): string[] {
  return (promotions ?? []).flatMap(({ code, is_automatic: isAutomatic }) => (code && !isAutomatic ? [code] : []))
}

/** The session without its `data`, which is between the provider and us, but for where the shopper agrees to it. */
function toPaymentSession(session: HttpTypes.StorePaymentSession, amount: (value: number) => number): PaymentSession {
  const approval = APPROVABLE.includes(session.status) ? toApproval(session.data) : undefined
  return {
    id: session.id,
    provider_id: session.provider_id,
    status: session.status,
    amount: amount(session.amount),
    ...(approval ? { approval } : {}),
  }
}

/** A session in one of these states still waits for its shopper. */
const APPROVABLE = ['pending', 'requires_more']

function toApproval(data: Record<string, unknown> | undefined): PaymentSession['approval'] {
  const { order_id: orderId, approval_url: url } = data ?? {}
  return typeof orderId === 'string' && typeof url === 'string' ? { order_id: orderId, url } : undefined
}

type BackendAddress = { [Field in keyof Address]?: string | null | undefined }

/** The fields that we know, the country in upper case; null where there is no address. */
export function toAddress(address: BackendAddress | null | undefined): Address | null {
  if (!address) return null
  return {
    first_name: address.first_name ?? null,
    last_name: address.last_name ?? null,
    company: address.company ?? null,
    address_1: address.address_1 ?? null,
    address_2: address.address_2 ?? null,
    city: address.city ?? null,
    province: address.province ?? null,
    postal_code: address.postal_code ?? null,
    country_code: address.country_code?.toUpperCase() ?? null,
    phone: address.phone ?? null,
  }
}
