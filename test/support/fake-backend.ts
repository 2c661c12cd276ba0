import { CartApiError } from '#app/cart/cart-api.ts'
import type { Cart, CartAnswer, LineItem, UpdateCart, UpdateLineItem } from '#shared/cart/cart.ts'
import { keyOfItem } from '#shared/cart/line-key.ts'
import { withItems } from '#shared/cart/with-items.ts'
import type { OrderAnswer } from '#shared/order/order.ts'

const CURRENCIES: Record<string, string> = { reg_us: 'USD', reg_il: 'ILS' }
export const PROMO_CODE = 'TENTH'

/** In hundredths; odd amounts, so that a wrong sum shows. */
export function priceOf(variantId: string, currency = 'USD'): number {
  const dollars = 1_999 + (variantId.codePointAt(variantId.length - 1) ?? 0) * 137
  return currency === 'USD' ? dollars : dollars * 3 + 7
}

export function discountOn(amount: number): number {
  return Math.round(amount / 10)
}

export function taxOn(amount: number, currency = 'USD'): number {
  return currency === 'USD' ? Math.round(amount * 0.0725) : 0
}

export function withTax(cart: Cart): Cart {
  const { tax_pending: _, ...known } = cart
  const tax = taxOn(cart.item_total, cart.currency_code)
  return { ...known, tax_total: tax, item_tax_total: tax, total: cart.item_total + cart.shipping_total + tax }
}

export function titleOf(variantId: string): string {
  return `Ring ${variantId}`
}

/** Carts in memory. Changes are immediate and never fail; invalid ones are rejected as the shop rejects them. */
export function createFakeBackend() {
  const carts = new Map<string, Cart>()
  /** Stock per variant; plenty if absent. */
  const stock = new Map<string, number>()
  let made = 0

  function find(cartId: string): Cart {
    const cart = carts.get(cartId)
    if (!cart) throw new CartApiError(404, { message: 'There is no such cart.' })
    return cart
  }

  function open(cartId: string): Cart {
    const cart = find(cartId)
    if (cart.status !== 'open') throw new CartApiError(404, { message: 'There is no such cart.' })
    return cart
  }

  function keep(cart: Cart, items: LineItem[], notice?: string): CartAnswer {
    const changed = withTax(withItems(cart, items))
    carts.set(cart.id, changed)
    return { cart: changed, ...(notice ? { notice } : {}) }
  }

  function held(variantId: string, quantity: number): { quantity: number; notice?: string } {
    const most = stock.get(variantId) ?? Infinity
    if (most === 0) throw new CartApiError(409, { message: `${titleOf(variantId)} is sold out.` })
    return quantity > most ? { quantity: most, notice: `Only ${most} left.` } : { quantity }
  }

  function reprice(cart: Cart): LineItem[] {
    return cart.items.map(({ id, variant_id: variantId, quantity, engraving }) =>
      makeLine({ id, cart, variantId, quantity, engraving }),
    )
  }

  function create(regionId = 'reg_us'): CartAnswer {
    const cart = emptyCart(`cart_${++made}`, regionId)
    carts.set(cart.id, cart)
    return { cart }
  }

  /** @param reached by how much earlier requests of the same operation have changed the quantity */
  function setLine(
    cartId: string,
    key: string,
    { quantity, base, engraving }: UpdateLineItem,
    reached = 0,
  ): CartAnswer {
    const cart = open(cartId)
    const before = cart.items.find((line) => keyOfItem(line) === key)
    const current = before?.quantity ?? 0
    const more = base === undefined ? quantity - current : quantity - base - reached
    const wanted = !before && more > 0 ? quantity : Math.max(Math.min(current, quantity), current + more)
    if (wanted === current) return { cart }
    const others = cart.items.filter((line) => line !== before)
    if (wanted === 0) return keep(cart, others)
    const [variantId = ''] = /^variant_[^_]+/.exec(key) ?? []
    const { quantity: now, notice } = held(variantId, wanted)
    const text = engraving ?? before?.engraving
    const line = makeLine({ id: before?.id ?? `cali_${++made}`, cart, variantId, quantity: now, engraving: text })
    return keep(cart, before ? cart.items.map((item) => (item === before ? line : item)) : [...others, line], notice)
  }

  return {
    carts,
    stock,
    create,
    read: (cartId: string) => ({ cart: find(cartId) }),
    setLine,
    update(cartId: string, { region_id: regionId, promo_codes: codes, confirm_currency: isConfirmed }: UpdateCart) {
      const cart = open(cartId)
      const unknown = codes?.find((code) => code !== PROMO_CODE)
      if (unknown)
        throw new CartApiError(400, { message: `We do not know the code ${unknown}.`, details: { code: unknown } })
      const from = cart.currency_code
      const to = (regionId && CURRENCIES[regionId]) ?? from
      if (from !== to && cart.payment_collection && !isConfirmed) {
        throw new CartApiError(409, { message: 'A payment has begun.', details: { reason: 'currency', from, to } })
      }
      const moved: Cart = {
        ...cart,
        ...(codes ? { promo_codes: codes } : {}),
        region_id: regionId ?? cart.region_id,
        currency_code: to,
        payment_collection: from === to ? cart.payment_collection : null,
      }
      return keep(moved, reprice(moved), from === to ? undefined : `Your cart is in ${to} now.`)
    },
    recreate(cartId: string, regionId?: string) {
      const old = find(cartId)
      const { cart } = create(regionId ?? old.region_id)
      const isSoldOut = (line: LineItem) => stock.get(line.variant_id) === 0
      const items = reprice({ ...cart, items: old.items.filter((line) => !isSoldOut(line)) })
      const skipped = old.items.filter(isSoldOut).map(({ variant_id, title }) => ({ variant_id, title }))
      return { ...keep(cart, items), skipped }
    },
    complete(cartId: string): OrderAnswer {
      const cart = open(cartId)
      carts.set(cartId, { ...cart, status: 'completed' })
      const order = {
        ...cart,
        id: 'order_1',
        display_id: 1,
        number: '1',
        held_until: null,
        state: 'placed' as const,
        payment: { method: 'other' as const, state: 'pending' as const, amount_due: 0, amount_refunded: 0 },
        arrival: null,
        shipments: [],
        created_at: '',
        status: 'pending',
        payment_status: 'authorized',
        fulfillment_status: 'not_fulfilled',
      }
      return { order }
    },
    quantities: (cartId: string): Record<string, number> =>
      Object.fromEntries((carts.get(cartId)?.items ?? []).map((line) => [keyOfItem(line), line.quantity])),
  }
}

function emptyCart(id: string, regionId: string): Cart {
  return {
    id,
    status: 'open',
    region_id: regionId,
    currency_code: CURRENCIES[regionId] ?? 'USD',
    items: [],
    item_total: 0,
    original_item_total: 0,
    shipping_total: 0,
    tax_inclusive: false,
    tax_total: 0,
    item_tax_total: 0,
    shipping_tax_total: 0,
    tax_at_checkout: false,
    discount_total: 0,
    total: 0,
    shipping_methods: [],
    delivery_from: null,
    payment_collection: null,
    promo_codes: [],
    email: null,
  }
}

interface LineOptions {
  id: string
  cart: Cart
  variantId: string
  quantity: number
  engraving?: string | null | undefined
}

function makeLine({ id, cart, variantId, quantity, engraving = null }: LineOptions): LineItem {
  const price = priceOf(variantId, cart.currency_code)
  const title = titleOf(variantId)
  const discount = cart.promo_codes.length > 0 ? discountOn(price * quantity) : 0
  return {
    id,
    cart_id: cart.id,
    variant_id: variantId,
    quantity,
    title,
    description: '',
    thumbnail: null,
    unit_price: price,
    original_unit_price: price * 2,
    total: price * quantity - discount,
    original_total: price * 2 * quantity,
    tax_total: 0,
    discount_total: discount,
    gift_card_total: 0,
    tax_lines: [],
    adjustments: [],
    product_title: title,
    product_subtitle: null,
    product_handle: null,
    variant_title: 'Default variant',
    engraving,
    size: null,
    color: null,
    options: [],
    variant: {
      id: variantId,
      title: 'Default variant',
      sku: null,
      available: null,
      product: { id: 'prod_1', title, handle: null },
    },
    is_return: false,
    is_giftcard: false,
    should_merge: true,
    allow_discounts: true,
    has_shipping: true,
    created_at: '',
    updated_at: '',
  }
}
