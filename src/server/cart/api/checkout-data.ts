import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { CheckoutData, CheckoutQuery } from '#shared/checkout/checkout-data.ts'

import { readCheckout } from './read-checkout.ts'
import { shopperOf } from './shopping.ts'

/** A step of checkout for anyone who comes to it from another one, in the document that they are in. */
export const checkoutDataRoute: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/current/checkout',
    { schema: { querystring: CheckoutQuery, response: { 200: CheckoutData } } },
    async (request, reply) => readCheckout(request, reply, shopperOf(request), request.query.step),
  )
}
