import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'

import { HttpError } from '#server/http/http-error.ts'
import { CartAnswer, CreateCart, CurrentCartAnswer, RecreatedCartAnswer, UpdateCart } from '#shared/cart/cart.ts'
import type { TypedGift } from '#shared/cart/gift.ts'

import type { CartResult, Shopper } from '../cart-context.ts'
import { cartLimits } from '../cart-limits.ts'
import { CART_MESSAGES } from '../cart-messages.ts'
import { toGift } from '../gift.ts'
import { isWrongCode } from '../promo-codes.ts'
import { cartIdOf, isHolder, mayRead, writableCartId } from './cart-access.ts'
import { cartCookie } from './cart-cookies.ts'
import { checkStep, checkoutDataRoute, checkoutStepRoutes } from './checkout-steps.ts'
import { completeRoutes } from './complete.ts'
import { lineItemRoutes } from './line-items.ts'
import { readHeldCart } from './ordered-cart.ts'
import { addShoppingHooks, shopperOf, openVisitorCart, sendCart } from './visitor-cart.ts'

const params = Type.Object({ id: Type.String() })
const response = { 200: CartAnswer }

export const cartRoutes: FastifyPluginAsyncTypebox = async (app) => {
  addShoppingHooks(app)
  const limits = cartLimits(app)

  app.post('/', { schema: { summary: 'Creates a cart', body: CreateCart, response } }, async (request, reply) => {
    const result = await openVisitorCart(request, reply, limits, request.body.region_id)
    return sendCart(request, reply, result, { isNew: true })
  })

  app.get(
    '/current',
    { schema: { summary: "The visitor's cart, or null", response: { 200: CurrentCartAnswer } } },
    async (request, reply) => {
      const id = cartCookie.read(request)
      if (!id) return { cart: null }
      try {
        return { cart: (await readHeldCart(request, reply, id)).cart }
      } catch (error) {
        if (error instanceof HttpError && error.statusCode === 404) return { cart: null }
        throw error
      }
    },
  )

  app.get(
    '/:id',
    {
      schema: {
        summary: 'A cart by its id; null if it belongs to a customer who is not signed in here',
        params,
        response: { 200: CurrentCartAnswer },
      },
    },
    async (request, reply) => {
      const id = cartIdOf(request)
      if (!(await mayRead(request, id))) return { cart: null }
      return sendCart(request, reply, await readHeldCart(request, reply, id))
    },
  )

  app.post(
    '/:id',
    {
      schema: {
        summary: 'Changes addresses, email, promo codes or the region of a cart',
        params,
        body: UpdateCart,
        response,
      },
    },
    async (request, reply) => {
      const cartId = await writableCartId(request, reply, limits)
      const mayTryCode = () => limits.tryingCode(request, reply, cartId)
      try {
        const shopper = { ...shopperOf(request), mayTryCode }
        const { option_id: optionId, gift, save_address: savesAddress, ...input } = checkStep(request.body)
        const updated = await app.carts.updateCart(cartId, shopper, input)
        const delivered = optionId ? await withDelivery(updated, shopper, optionId) : updated
        const withOptions = gift ? await withGift(delivered, shopper, gift) : delivered
        const result = savesAddress ? await withSavedAddress(request, withOptions) : withOptions
        return await sendCart(request, reply, result, { page: '/checkout' })
      } catch (error) {
        if (isWrongCode(error)) await limits.wrongCode(request, reply, cartId)
        throw error
      }
    },
  )

  app.post(
    '/:id/recreate',
    {
      schema: {
        summary: 'Copies the lines of a cart to a new one',
        params,
        body: CreateCart,
        response: { 200: RecreatedCartAnswer },
      },
    },
    async (request, reply) => {
      const id = cartIdOf(request)
      if (!(await mayRead(request, id))) throw new HttpError(404, { message: CART_MESSAGES.noCart })
      const { skipped, ...result } = await app.carts.recreateCart(id, shopperOf(request), {
        regionId: request.body.region_id,
        isHolder: isHolder(request, id),
        async admit(lines) {
          await limits.opening(request, reply)
          // The old cart may be another visitor's, whose own writes go on.
          for (let line = 0; line < lines; line += 1) await limits.writing(request, reply, request.ip)
        },
      })
      cartCookie.set(reply, result.cart.id, await app.cartOwners.note(request, result.cart.id))
      const answer = sendCart(request, reply, result, { isNew: true })
      return 'cart' in answer ? { ...answer, skipped } : answer
    },
  )

  /** A cart that has just moved to another country may not have the method any more. */
  async function withDelivery(updated: CartResult, shopper: Shopper, optionId: string): Promise<CartResult> {
    const { cart, notices = [] } = updated
    if (cart.shipping_methods.some(({ shipping_option_id: id }) => id === optionId)) return updated
    try {
      const chosen = await app.carts.addShippingMethod(cart.id, shopper, optionId)
      return { cart: chosen.cart, notices: [...notices, ...(chosen.notices ?? [])] }
    } catch (error) {
      if (!(error instanceof HttpError) || error.statusCode !== 400) throw error
      return { cart, notices: [...notices, { message: CART_MESSAGES.chooseDelivery, values: {} }] }
    }
  }

  /** After the delivery method, because it decides which dates are possible. */
  async function withGift(updated: CartResult, shopper: Shopper, gift: TypedGift): Promise<CartResult> {
    if (!updated.cart.gift && !toGift(gift)) return updated
    const { cart } = await app.carts.setGift(updated.cart.id, shopper, gift)
    return { ...updated, cart }
  }

  /** After the cart, so that a failure does not stop the checkout. */
  async function withSavedAddress(request: FastifyRequest, updated: CartResult): Promise<CartResult> {
    const { cart, notices = [] } = updated
    const address = cart.shipping_address
    if (!address || (await app.cartOwners.saveAddress(request, address))) return updated
    return { cart, notices: [...notices, { message: CART_MESSAGES.addressNotSaved, values: {} }] }
  }

  await app.register(lineItemRoutes)
  await app.register(checkoutDataRoute)
  await app.register(checkoutStepRoutes)
  await app.register(completeRoutes)
}
