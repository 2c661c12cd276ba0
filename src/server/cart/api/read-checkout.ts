import type { FastifyReply, FastifyRequest } from 'fastify'

import { HttpError } from '#server/http/http-error.ts'
import type { CheckoutData } from '#shared/checkout/checkout-data.ts'
import type { CheckoutStep } from '#shared/checkout/checkout-steps.ts'

import { addressForm } from '../address-forms.ts'
import { isInProgress } from '../cart-completion.ts'
import type { Shopper } from '../cart-context.ts'
import { readHeldCart } from './ordered-cart.ts'
import { cartCookie } from './visitor-cart.ts'

/** The visitor's cart and what a step of checkout offers for it. @throws where the backend is in trouble */
export async function readCheckout(
  request: FastifyRequest,
  reply: FastifyReply,
  shopper: Shopper,
  step: CheckoutStep | undefined,
): Promise<CheckoutData> {
  const { carts, catalog } = request.server
  const countries = catalog.regions().flatMap((region) => region.countries)
  const { cart, goesOn } = await openCart(request, reply)
  const named = [cart?.shipping_address?.country_code, cart?.billing_address?.country_code, request.visitor.country]
  const codes = [...new Set(named.flatMap((code) => code?.toUpperCase() ?? []))]
  const [shippingOptions, paymentProviders] = await Promise.all([
    cart && step === 'delivery' ? carts.shippingOptions(cart.id, shopper) : [],
    cart && step === 'payment' ? carts.paymentProviders(cart.id) : [],
  ])
  return {
    cart,
    goesOn,
    countries,
    addressForms: Object.fromEntries(['', ...codes].map((code) => [code, addressForm(code)])),
    shippingOptions,
    paymentProviders,
  }
}

async function openCart(request: FastifyRequest, reply: FastifyReply): Promise<Pick<CheckoutData, 'cart' | 'goesOn'>> {
  const nothing = { cart: null, goesOn: null }
  const id = cartCookie.read(request)
  if (!id) return nothing
  try {
    const { cart, order } = await readHeldCart(request, reply, id)
    if (order) return { cart: null, goesOn: '/order/confirmation' }
    return cart.status === 'open' ? { cart, goesOn: null } : nothing
  } catch (error) {
    if (isInProgress(error)) return { cart: null, goesOn: '/checkout/confirming' }
    // What the backend no longer has is nothing to buy; that it is down is.
    if (error instanceof HttpError && error.statusCode === 404) return nothing
    throw error
  }
}
