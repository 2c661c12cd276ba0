import type { FastifyReply, FastifyRequest } from 'fastify'

import { HttpError } from '#server/http/http-error.ts'
import { BackendError } from '#server/medusa/backend-error.ts'
import type { CheckoutData } from '#shared/checkout/checkout-data.ts'
import type { CheckoutStep } from '#shared/checkout/checkout-steps.ts'
import type { Confirming } from '#shared/shop-data.ts'

import { addressForm } from '../address-forms.ts'
import { isInProgress } from '../cart-completion.ts'
import type { Shopper } from '../cart-context.ts'
import { isCartGone } from '../carts.ts'
import { cartCookie, orderCookie } from './cart-cookies.ts'
import { readHeldCart } from './ordered-cart.ts'
import { textOf } from './visitor-cart.ts'

export async function readCheckout(
  request: FastifyRequest,
  reply: FastifyReply,
  shopper: Shopper,
  step: CheckoutStep | undefined,
): Promise<CheckoutData> {
  const { carts, catalog, cartOwners } = request.server
  const countries = catalog.regions().flatMap((region) => region.countries)
  const { cart: opened, redirectTo } = await openCart(request, reply)
  const refreshed = opened && step === 'payment' ? await carts.refresh(opened.id, shopper) : undefined
  const cart = refreshed?.cart ?? opened
  const arrival = cart && step === 'payment' ? carts.arrivalOf(cart, shopper.locale) : null
  const [saved, shippingOptions, paymentProviders] = await Promise.all([
    cart && step === 'details' ? cartOwners.savedDetails(request) : null,
    cart && step === 'details' ? carts.shippingOptions(cart.id, shopper) : [],
    cart && step === 'payment' ? carts.paymentProviders(cart.id) : [],
  ])
  const known = [
    cart?.shipping_address,
    cart?.billing_address,
    ...(saved?.addresses ?? []).map(({ address }) => address),
  ]
  const named = [...known.map((address) => address?.country_code), request.visitor.country]
  const codes = [...new Set(named.flatMap((code) => code?.toUpperCase() ?? []))]
  return {
    cart,
    notice: textOf(request, refreshed?.notices ?? []) || null,
    redirectTo,
    countries,
    addressForms: Object.fromEntries(['', ...codes].map((code) => [code, addressForm(code)])),
    saved,
    arrival,
    shippingOptions,
    paymentProviders,
  }
}

async function openCart(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Pick<CheckoutData, 'cart' | 'redirectTo'>> {
  const nothing = { cart: null, redirectTo: null }
  const id = cartCookie.read(request)
  if (!id) return nothing
  try {
    const { cart, order } = await readHeldCart(request, reply, id)
    if (order) return { cart: null, redirectTo: '/order/confirmation' }
    return cart.status === 'open' ? { cart, redirectTo: null } : nothing
  } catch (error) {
    if (isInProgress(error)) return { cart: null, redirectTo: '/checkout/confirming' }
    // A missing cart counts as an empty one; an outage does not.
    if (error instanceof HttpError && error.statusCode === 404) return nothing
    throw error
  }
}

/** Must render in every case: if the backend is down or another attempt is running, it waits for the visitor's cart. */
export async function readConfirming(request: FastifyRequest, reply: FastifyReply): Promise<Confirming> {
  const nothing = { cartId: null, isPlaced: orderCookie.read(request) !== undefined, email: null }
  const cartId = cartCookie.read(request)
  if (!cartId) return nothing
  try {
    const { cart, order } = await readHeldCart(request, reply, cartId)
    if (order) return { ...nothing, isPlaced: true }
    return cart.items.length === 0 ? nothing : { cartId, isPlaced: false, email: cart.email ?? null }
  } catch (error) {
    if (isCartGone(error)) return nothing
    if (!(error instanceof BackendError) && !(error instanceof HttpError)) throw error
    request.log.error(
      { event: 'cart.payment_read_failed', err: error, cartId },
      'the cart of a payment could not be read; the page retries',
    )
    return { cartId, isPlaced: false, email: null }
  }
}
