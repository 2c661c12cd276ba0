import { CartApiError, type CartApi } from '#app/cart/cart-api.ts'
import type { After } from '#app/cart/sync/timers.ts'
import type { Cart, CartAnswer, LineItem } from '#shared/api/cart.ts'
import { withItems } from '#shared/cart/with-items.ts'

/** A fault on the way: before the shop has heard the call, or after it, with the answer lost. */
export type Fault = 'refused' | 'lost'

export interface FakeCartShop {
  api: CartApi
  carts: Map<string, Cart>
  /** Every call that arrived, as `addLine variant_a 2`. */
  calls: string[]
  /** How long the next calls take, in order; 0 afterwards. */
  delays: number[]
  /** What befalls the next calls, in order; nothing afterwards. */
  faults: (Fault | CartApiError | undefined)[]
  /** Pieces in stock per variant; plenty where absent. */
  stock: Map<string, number>
  /** Quantities by variant of one cart. */
  quantities(cartId: string): Record<string, number>
}

/** Prices in hundredths; odd on purpose, so that a wrong sum shows. */
export function priceOf(variantId: string): number {
  return 1_999 + (variantId.codePointAt(variantId.length - 1) ?? 0) * 137
}

/** The shop's cart API in memory, slow and faulty on demand. */
export function createFakeCartShop(after: After): FakeCartShop {
  const carts = new Map<string, Cart>()
  const calls: string[] = []
  const delays: number[] = []
  const faults: FakeCartShop['faults'] = []
  const stock = new Map<string, number>()
  let made = 0

  async function call<Answer>(name: string, act: () => Answer): Promise<Answer> {
    calls.push(name)
    const fault = faults.shift()
    const delay = delays.shift() ?? 0
    const wait = () => (delay > 0 ? new Promise<void>((resolve) => void after(delay, resolve)) : Promise.resolve())
    if (fault instanceof CartApiError) throw fault
    if (fault === 'refused') {
      await wait()
      throw new CartApiError(503, { message: 'The shop is resting.' })
    }
    const answer = structuredClone(act())
    await wait()
    if (fault === 'lost') throw new CartApiError(0, {})
    return answer
  }

  function open(cartId: string): Cart {
    const cart = carts.get(cartId)
    if (cart?.status !== 'open') throw new CartApiError(404, { message: 'There is no such cart.' })
    return cart
  }

  function change(cart: Cart, items: LineItem[], notice?: string): CartAnswer {
    const changed = withItems(cart, items)
    carts.set(cart.id, changed)
    return { cart: changed, ...(notice ? { notice } : {}) }
  }

  function held(variantId: string, quantity: number): { quantity: number; notice?: string } {
    const most = stock.get(variantId) ?? Infinity
    return quantity > most ? { quantity: most, notice: `Only ${most} left.` } : { quantity }
  }

  function lineOf(cart: Cart, lineId: string): LineItem {
    const line = cart.items.find(({ id }) => id === lineId)
    if (!line) throw new CartApiError(404, { message: 'There is no such line.' })
    return line
  }

  const api: CartApi = {
    create: (body) =>
      call(`create ${body.region_id ?? ''}`.trim(), () => {
        const cart = emptyCart(`cart_${++made}`)
        carts.set(cart.id, cart)
        return { cart }
      }),
    read: (cartId) =>
      call('read', () => {
        const cart = carts.get(cartId)
        if (!cart) throw new CartApiError(404, { message: 'There is no such cart.' })
        return { cart }
      }),
    readCurrent: () => call('readCurrent', () => ({ cart: null })),
    addLine: (cartId, { variant_id, quantity }) =>
      call(`addLine ${variant_id} ${quantity}`, () => {
        const cart = open(cartId)
        const before = cart.items.find((line) => line.variant_id === variant_id)
        const { quantity: now, notice } = held(variant_id, quantity + (before?.quantity ?? 0))
        const line = makeLine(before?.id ?? `cali_${++made}`, cartId, variant_id, now)
        const items = before ? cart.items.map((item) => (item === before ? line : item)) : [...cart.items, line]
        return change(cart, items, notice)
      }),
    updateLine: (cartId, lineId, { quantity }) =>
      call(`updateLine ${carts.get(cartId)?.items.find(({ id }) => id === lineId)?.variant_id} ${quantity}`, () => {
        const cart = open(cartId)
        const line = lineOf(cart, lineId)
        const { quantity: now, notice } = held(line.variant_id, quantity)
        const changed = makeLine(line.id, cartId, line.variant_id, now)
        return change(
          cart,
          cart.items.map((item) => (item === line ? changed : item)),
          notice,
        )
      }),
    removeLine: (cartId, lineId) =>
      call(`removeLine ${carts.get(cartId)?.items.find(({ id }) => id === lineId)?.variant_id}`, () => {
        const cart = open(cartId)
        const line = lineOf(cart, lineId)
        return change(
          cart,
          cart.items.filter((item) => item !== line),
        )
      }),
    complete: (cartId) =>
      call('complete', () => {
        const cart = open(cartId)
        carts.set(cartId, { ...cart, status: 'completed' })
        return {
          order: {
            ...cart,
            id: 'order_1',
            display_id: 1,
            created_at: '',
            status: 'pending',
            payment_status: 'authorized',
            fulfillment_status: 'not_fulfilled',
          },
        }
      }),
  }
  return {
    api,
    carts,
    calls,
    delays,
    faults,
    stock,
    quantities: (cartId) =>
      Object.fromEntries((carts.get(cartId)?.items ?? []).map((line) => [line.variant_id, line.quantity])),
  }
}

function emptyCart(id: string): Cart {
  return {
    id,
    status: 'open',
    region_id: 'reg_us',
    currency_code: 'USD',
    items: [],
    item_total: 0,
    original_item_total: 0,
    shipping_total: 0,
    tax_total: 0,
    discount_total: 0,
    total: 0,
    shipping_methods: [],
    payment_collection: null,
    promo_codes: [],
    email: null,
  }
}

function makeLine(id: string, cartId: string, variantId: string, quantity: number): LineItem {
  const price = priceOf(variantId)
  const title = `Ring ${variantId}`
  return {
    id,
    cart_id: cartId,
    variant_id: variantId,
    quantity,
    title,
    description: '',
    thumbnail: null,
    unit_price: price,
    original_unit_price: price * 2,
    total: price * quantity,
    original_total: price * 2 * quantity,
    tax_total: 0,
    discount_total: 0,
    gift_card_total: 0,
    tax_lines: [],
    adjustments: [],
    product_title: title,
    product_subtitle: null,
    product_handle: null,
    variant_title: 'Default variant',
    size: null,
    color: null,
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
