import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

import { createCarts, type Carts } from '#server/commerce/cart/carts.ts'

declare module 'fastify' {
  interface FastifyInstance {
    carts: Carts
  }
}

/** Shoppers' carts and orders, for the API's routes and for pages. */
export const carts = fp(
  async function carts(app: FastifyInstance) {
    app.decorate(
      'carts',
      createCarts({
        backend: app.backend,
        facts: (variantId, locale) => app.catalog.variantFacts(variantId, locale),
        regions: () => app.catalog.regions(),
        priceUnit: app.config.priceUnit,
        log: app.log,
      }),
    )
  },
  { name: 'carts', dependencies: ['backend', 'catalog'] },
)
