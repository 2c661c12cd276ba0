import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

import { HttpError } from '#server/http/http-error.ts'
import type { Address } from '#shared/cart/cart.ts'
import type { SavedDetails } from '#shared/checkout/saved-details.ts'

import { createCartCheckout, type CartCheckout } from './cart-checkout.ts'
import { createCartCompletion, type CartCompletion } from './cart-completion.ts'
import { createCartContext, type CartsOptions } from './cart-context.ts'
import { createCartDetails, type CartDetails } from './cart-details.ts'
import { createCartLines, type CartLines } from './cart-lines.ts'
import { CART_MESSAGES } from './cart-messages.ts'
import { forgetLineWrites } from './line-writes.ts'
import { createCartMerge, type CartMerge } from './merge-cart.ts'
import { createCartRecreation, type CartRecreation } from './recreate-cart.ts'

/** The caller validates ids. */
export type Carts = CartDetails & CartLines & CartRecreation & CartMerge & CartCheckout & CartCompletion

/** Writes to one cart run one at a time, across processes. */
function createCarts(options: CartsOptions): Carts {
  const context = createCartContext(options)
  const details = createCartDetails(context)
  const lines = createCartLines(context)
  return {
    ...details,
    ...lines,
    ...createCartRecreation(context, { ...details, ...lines }),
    ...createCartMerge(context, { ...details, ...lines }),
    ...createCartCheckout(context),
    ...createCartCompletion(context),
  }
}

export function isCartGone(error: unknown): boolean {
  if (!(error instanceof HttpError)) return false
  const { message } = error.facts
  return message === CART_MESSAGES.noCart || message === CART_MESSAGES.cartCompleted
}

/** The plugin of accounts replaces it; without it, every cart is a guest's. */
export interface CartOwners {
  /** Never throws: undefined for a guest, and if it cannot be read. */
  cartOf(request: FastifyRequest): Promise<string | undefined>
  /** A visitor who only knows its id does not see a customer's cart. Throws DatabaseDown. */
  isOwned(cartId: string): Promise<boolean>
  /** Never throws: null for a guest, and if it cannot be read. */
  savedDetails(request: FastifyRequest): Promise<SavedDetails | null>
  /** Never throws: false for a guest, and if saving takes longer than three seconds. */
  saveAddress(request: FastifyRequest, address: Address): Promise<boolean>
  /** Returns the id of the customer whose cart it is now; undefined for a guest. Never throws. */
  note(request: FastifyRequest, cartId: string): Promise<string | undefined>
  /** @throws DatabaseDown */
  customerOf(request: FastifyRequest): Promise<string | undefined>
}

declare module 'fastify' {
  interface FastifyInstance {
    carts: Carts
    cartOwners: CartOwners
  }
}

const HOUR_MS = 3_600_000

export const carts = fp(
  async function carts(app: FastifyInstance) {
    app.decorate(
      'carts',
      createCarts({
        backend: app.backend,
        facts: (variantId, locale) => app.catalog.variantFacts(variantId, locale),
        regions: () => app.catalog.regions(),
        priceUnit: app.config.priceUnit,
        taxByAddress: app.site.taxByAddress,
        workshop: app.site.workshop,
        howToPay: app.site.invoice,
        log: app.log,
        steadyConnection: app.steadyConnection,
      }),
    )
    app.decorate('cartOwners', {
      cartOf: async () => undefined,
      isOwned: async () => false,
      savedDetails: async () => null,
      saveAddress: async () => false,
      note: async () => undefined,
      customerOf: async () => undefined,
    })
    const forget = () => {
      forgetLineWrites(app.database).catch((error: unknown) =>
        app.log.debug({ event: 'cart.cleanup_failed', err: error }, 'old cart writes could not be deleted; will retry'),
      )
    }
    app.addHook('onReady', async () => forget())
    const hourly = setInterval(forget, HOUR_MS).unref()
    app.addHook('onClose', async () => clearInterval(hourly))
  },
  { name: 'carts', dependencies: ['backend', 'catalog', 'database'] },
)
