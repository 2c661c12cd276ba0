import type { FastifyInstance, FastifyRequest } from 'fastify'

import { addFormHooks, localeOf, pageAfter } from '#server/http/forms/form-hooks.ts'
import { networkOf } from '#server/http/request-queue.ts'
import { originOf } from '#server/http/request-url.ts'

import type { Shopper } from '../cart-context.ts'

/** Manners of every call that concerns one shopper's cart or orders. */
export function addShoppingHooks(app: FastifyInstance): void {
  addFormHooks(app, {
    refusedTo: (request) => request.sentForm?.refusedTo ?? pageAfter(request, '/cart'),
    fieldMapping: {
      names: ['_method', 'billing_same', 'step'],
      apply(body, typed) {
        if (typed['_method'] === 'delete') body['quantity'] = 0
        // A form without JavaScript cannot copy an address: it says that both are the same.
        if (typed['billing_same'] !== undefined && body['shipping_address'])
          body['billing_address'] = body['shipping_address']
      },
    },
  })
}

export function shopperOf(request: FastifyRequest): Shopper {
  return {
    locale: localeOf(request),
    regionId: request.visitor.regionId,
    country: request.visitor.country,
    origin: originOf(request),
    network: networkOf(request.ip),
  }
}
