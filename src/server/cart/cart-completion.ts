import { MESSAGES } from '#server/http/errors.ts'
import { HttpError } from '#server/http/http-error.ts'
import { BackendError } from '#server/medusa/backend-error.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { Order } from '#shared/order/order.ts'

import { addressForm, taxProblems } from './address-forms.ts'
import { toHttpError, type CartContext, type Shopper } from './cart-context.ts'
import { CART_MESSAGES } from './cart-messages.ts'
import { liveStock } from './live-stock.ts'
import { refreshCart } from './refresh-cart.ts'
import type { BackendCart } from './to-cart.ts'
import { ORDER_FIELDS, toOrder, type BackendOrder } from './to-order.ts'

export type CartCompletion = ReturnType<typeof createCartCompletion>

/** The call runs the payment and the stock reservation. */
const COMPLETION_MS = 30_000
/** The reason code of an order that is still being placed: a retry returns it. */
const IN_PROGRESS = 'in_progress'
/** The reason code of a cart that differs from what the shopper has seen. */
export const CHANGED = 'total'
const REQUIRED_ADDRESS_FIELDS = ['first_name', 'last_name', 'address_1', 'city', 'country_code'] as const

export function createCartCompletion(context: CartContext) {
  const { backend, log } = context
  const { cart: patientCarts } = backend.storeWith({ timeoutMs: COMPLETION_MS })

  async function place(
    cartId: string,
    shopper: Shopper,
    admit?: (cart: BackendCart) => Promise<void>,
  ): Promise<string> {
    let cart = await context.read(cartId)
    if (!cart.completed_at) {
      refuseUnready(cart)
      cart = await refuseChanged(cart, shopper)
      await refuseSplitShortage(cart, shopper)
      await admit?.(cart)
    }
    try {
      const answer = await patientCarts.complete(cartId)
      if (answer.type === 'order') return answer.order.id
      log.error({ event: 'cart.complete_failed', cartId, reason: answer.error }, 'Failed to complete cart')
      throw new HttpError(402, { message: CART_MESSAGES.paymentRefused, details: answer.error })
    } catch (error) {
      if (error instanceof HttpError) throw error
      log.error({ event: 'cart.complete_failed', cartId, err: error }, 'Failed to complete cart')
      throw await toCompletionError(error, cart, shopper)
    }
  }

  /** @throws HttpError 409 if what the shopper has seen is no longer sold like that: the cart is up to date then */
  async function refuseChanged(cart: BackendCart, shopper: Shopper): Promise<BackendCart> {
    try {
      const { cart: current, notices } = await refreshCart(context, cart, shopper)
      const [first, ...more] = notices
      if (first) throw new HttpError(409, { ...first, more, details: { reason: CHANGED } })
      return current
    } catch (error) {
      if (!(error instanceof BackendError)) throw error
      // An earlier attempt may hold the backend's lock, or have placed the order: completing the cart returns it.
      const current = await context.read(cart.id)
      if (current.total !== cart.total) throw error
      return current
    }
  }

  /** The backend compares each line with the stock by itself; two lines of one variant may exceed it together. */
  async function refuseSplitShortage(cart: BackendCart, shopper: Shopper): Promise<void> {
    const variants = (cart.items ?? []).map(({ variant_id: variantId }) => variantId)
    const soldOut = new Set(variants).size < variants.length ? await soldOutError(cart, shopper) : undefined
    if (soldOut) throw soldOut
  }

  async function toCompletionError(error: unknown, cart: BackendCart, shopper: Shopper): Promise<unknown> {
    if (!(error instanceof BackendError)) return error
    // The backend phrases "not enough stock" in several ways, so check the stock itself.
    const soldOut = error.status === 400 ? await soldOutError(cart, shopper) : undefined
    if (soldOut) return soldOut
    if (error.status === 409) {
      const details = { reason: IN_PROGRESS }
      return new HttpError(409, { message: CART_MESSAGES.beingOrdered, details }, { cause: error })
    }
    const details = { status: error.status, type: error.type, code: error.code, message: error.message }
    if (error.status === 422 || (error.status === 400 && /payment|authorized/i.test(error.message))) {
      const { payment_collection: payment } = await context.read(cart.id)
      // See `commerce/src/modules/paypal/session-data.ts`.
      const isMismatch = payment?.payment_sessions?.some(({ data }) => data?.['mismatch'])
      const message = isMismatch ? CART_MESSAGES.paymentMismatch : CART_MESSAGES.paymentRefused
      return new HttpError(402, { message, details }, { cause: error })
    }
    if (error.status === 400)
      return new HttpError(409, { message: CART_MESSAGES.notOrdered, details }, { cause: error })
    return toHttpError(error)
  }

  /** Names the first item short of stock, with all of them in `details`; undefined if stock suffices. */
  async function soldOutError(cart: BackendCart, { locale }: Shopper): Promise<HttpError | undefined> {
    const checked = await Promise.all(
      (cart.items ?? []).map(async (item) => ({ item, stock: await liveStock(backend, item.variant_id ?? '') })),
    )
    const short = checked.flatMap(({ item, stock }) => {
      if (stock === undefined || stock >= quantityOf(cart, item.variant_id)) return []
      const title = context.facts(item.variant_id ?? '', locale)?.productTitle ?? item.product_title ?? item.title
      return [{ variant_id: item.variant_id, title, available: stock }]
    })
    const [first] = short
    if (!first) return undefined
    const text = first.available === 0 ? CART_MESSAGES.soldOut : CART_MESSAGES.onlyFew
    return new HttpError(409, { message: text, values: { title: first.title, count: first.available }, details: short })
  }

  /** @throws HttpError 404 */
  async function readOrder(orderId: string, { locale }: Pick<Shopper, 'locale'>): Promise<Order> {
    try {
      const { order } = await backend.store.order.retrieve(orderId, { fields: ORDER_FIELDS })
      return describeOrder(order, locale)
    } catch (error) {
      throw toHttpError(error, CART_MESSAGES.noOrder)
    }
  }

  function describeOrder(order: BackendOrder, locale: Locale): Order {
    const { shippingOption, workshop, howToPay } = context
    return toOrder(order, context.shop(locale), { shippingOption, workshop, howToPay: howToPay?.[locale] })
  }

  return {
    readOrder,
    orderFields: ORDER_FIELDS,
    describeOrder,
    /**
     * Idempotent: a completed cart returns its order again, for any caller. `admit` throws to refuse a new order.
     * @throws HttpError 409 naming what is missing or sold out, or (`isInProgress`) while another attempt runs; 402 if
     * the payment is missing or declined
     */
    completeCart: (cartId: string, shopper: Shopper, admit?: (cart: BackendCart) => Promise<void>) =>
      context.queue
        .run(cartId, async () => readOrder(await place(cartId, shopper, admit), shopper))
        .catch((error: unknown) => {
          throw toHttpError(error)
        }),
  }
}

/** Another attempt is running or was cut short. Retrying can still succeed. */
export function isInProgress(error: unknown): boolean {
  if (!(error instanceof HttpError)) return false
  return (error.facts.details as { reason?: string } | undefined)?.reason === IN_PROGRESS
}

/** Less than the pages require, so that API clients need no data about each country's provinces. */
function missingFields(address: BackendCart['shipping_address']): string[] {
  const { required } = addressForm(address?.country_code ?? '')
  return REQUIRED_ADDRESS_FIELDS.filter(
    // Some countries are city-states, whose addresses have no city field.
    (field) => !address?.[field] && (field !== 'city' || required.includes(field)),
  )
}

/** @throws HttpError 409 or 402 with the missing fields of the first incomplete checkout step */
function refuseUnready(cart: BackendCart): void {
  if ((cart.items ?? []).length === 0) throw new HttpError(409, { message: CART_MESSAGES.emptyCart })
  const { shipping_address: address } = cart
  const required = [
    ...(cart.email ? [] : ['email']),
    ...missingFields(address).map((field) => `shipping_address.${field}`),
  ]
  const problems = {
    ...Object.fromEntries(required.map((field) => [field, MESSAGES.required])),
    ...(address ? taxProblems('shipping_address', address) : {}),
  }
  const missing = Object.keys(problems)
  if (missing.length > 0)
    throw new HttpError(409, { message: MESSAGES.incomplete, fields: problems, details: { missing } })
  if ((cart.shipping_methods ?? []).length === 0) {
    const fields = { option_id: CART_MESSAGES.chooseDelivery }
    throw new HttpError(409, { message: CART_MESSAGES.chooseDelivery, fields, details: { missing: ['option_id'] } })
  }
  const sessions = cart.payment_collection?.payment_sessions ?? []
  if (cart.total > 0 && sessions.length === 0) {
    const fields = { provider_id: CART_MESSAGES.choosePayment }
    throw new HttpError(402, { message: CART_MESSAGES.choosePayment, fields, details: { missing: ['provider_id'] } })
  }
}

function quantityOf({ items }: BackendCart, variantId: string | undefined): number {
  const lines = (items ?? []).filter((item) => item.variant_id === variantId)
  return lines.reduce((sum, item) => sum + item.quantity, 0)
}
