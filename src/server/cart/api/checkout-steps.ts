import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { MESSAGES } from '#server/http/errors.ts'
import { redirectForm } from '#server/http/forms/finish.ts'
import { HttpError } from '#server/http/http-error.ts'
import { MOST_CARD_TEXT } from '#shared/cart/card-text.ts'
import {
  AddShippingMethod,
  CartAnswer,
  CreatePaymentSession,
  PaymentProviderList,
  PaymentSessionAnswer,
  ShippingOptionList,
  type Address,
  type UpdateCart,
} from '#shared/cart/cart.ts'
import { tidyAddress } from '#shared/checkout/address-problems.ts'
import { CheckoutData, CheckoutQuery } from '#shared/checkout/checkout-data.ts'
import { isEmailAddress } from '#shared/email/is-email-address.ts'

import { addressForm, addressProblems } from '../address-forms.ts'
import { cartLimits } from '../cart-limits.ts'
import { CART_MESSAGES } from '../cart-messages.ts'
import { cartIdOf, writableCartId } from './cart-access.ts'
import { readCheckout } from './read-checkout.ts'
import { shopperOf, readerOf, sendCart, visibleCart } from './visitor-cart.ts'

const params = Type.Object({ id: Type.String() })
const page = '/checkout'

export const checkoutStepRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const limits = cartLimits(app)

  app.get(
    '/:id/shipping-options',
    { schema: { summary: 'The delivery methods of a cart', params, response: { 200: ShippingOptionList } } },
    async (request) => {
      return {
        shipping_options: await app.carts.shippingOptions(cartIdOf(request), readerOf(request, cartIdOf(request))),
      }
    },
  )

  app.post(
    '/:id/shipping-methods',
    {
      schema: { summary: 'Chooses a delivery method', params, body: AddShippingMethod, response: { 200: CartAnswer } },
    },
    async (request, reply) => {
      const optionId = request.body.option_id
      const cartId = await writableCartId(request, reply, limits)
      const result = await app.carts.addShippingMethod(cartId, shopperOf(request), optionId)
      return sendCart(request, reply, result, { page })
    },
  )

  app.get(
    '/:id/payment-providers',
    { schema: { summary: 'The payment methods of a cart', params, response: { 200: PaymentProviderList } } },
    async (request) => {
      return { payment_providers: await app.carts.paymentProviders(cartIdOf(request)) }
    },
  )

  app.post(
    '/:id/payment-sessions',
    {
      schema: {
        summary: 'Chooses a payment method and starts its session',
        params,
        body: CreatePaymentSession,
        response: { 200: PaymentSessionAnswer },
      },
    },
    async (request, reply) => {
      const cartId = await writableCartId(request, reply, limits)
      const mayPay = () => limits.paying(request, reply, cartId)
      const result = await app.carts.createPaymentSession(cartId, { ...shopperOf(request), mayPay }, request.body)
      if (request.sentForm) return redirectForm(request, reply, page)
      const cart = visibleCart(request, result.cart)
      const visible = cart.payment_collection?.payment_sessions.find(({ id }) => id === result.session.id)
      return { cart, payment_session: visible ?? result.session }
    },
  )
}

type AddressName = 'shipping_address' | 'billing_address'

/** An update that names a step must be complete, but for delivery: a country just chosen may have other methods. */
export function checkStep({ step, ...input }: UpdateCart): Omit<UpdateCart, 'step'> {
  const asksContact = step === 'contact' || step === 'details'
  const asksAddress = step === 'address' || step === 'details'
  const problems = {
    ...cardProblem(input.gift?.message),
    ...(asksContact ? emailProblem(input.email) : {}),
    ...(asksAddress ? addressProblems('shipping_address', input.shipping_address) : {}),
    ...(asksAddress && input.billing_address ? addressProblems('billing_address', input.billing_address) : {}),
  }
  if (Object.keys(problems).length > 0) {
    const values = { most: MOST_CARD_TEXT }
    throw new HttpError(400, { message: MESSAGES.incomplete, values, fields: problems, details: Object.keys(problems) })
  }
  return asksAddress ? { ...input, ...tidy('shipping_address', input), ...tidy('billing_address', input) } : input
}

function cardProblem(message: string | null | undefined): Record<string, string> {
  const isLong = message && message.replaceAll('\r\n', '\n').length > MOST_CARD_TEXT
  return isLong ? { 'gift.message': CART_MESSAGES.longCard } : {}
}

function emailProblem(email = ''): Record<string, string> {
  if (isEmailAddress(email)) return {}
  return { email: email.trim() ? MESSAGES.email : MESSAGES.required }
}

function tidy(name: AddressName, input: UpdateCart): Pick<UpdateCart, AddressName> {
  const address = input[name]
  return address ? { [name]: tidyAddress(address, addressForm(address.country_code ?? '')) } : {}
}

/** Returns the address as its country writes it. Throws HttpError 400 naming every incomplete field. */
export function checkAddress(name: string, address: Address): Address {
  const fields = addressProblems(name, address)
  if (Object.keys(fields).length > 0)
    throw new HttpError(400, { message: MESSAGES.incomplete, fields, details: Object.keys(fields) })
  return tidyAddress(address, addressForm(address.country_code ?? ''))
}

export const checkoutDataRoute: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/current/checkout',
    {
      schema: {
        summary: 'Everything that a checkout step shows',
        querystring: CheckoutQuery,
        response: { 200: CheckoutData },
      },
    },
    async (request, reply) => readCheckout(request, reply, shopperOf(request), request.query.step),
  )
}
