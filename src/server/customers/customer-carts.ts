import { setTimeout as pause } from 'node:timers/promises'

import type { FastifyInstance, FastifyRequest } from 'fastify'

import { cartCookie } from '#server/cart/api/cart-cookies.ts'
import { shopperOf, textOf } from '#server/cart/api/visitor-cart.ts'
import type { CartOwners } from '#server/cart/carts.ts'
import { localeOf } from '#server/http/forms/finish.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Queryable } from '#server/infra/database/database.ts'
import type { Address, Cart } from '#shared/cart/cart.ts'

import { readCustomer, type SigningIn } from './account.ts'
import { listAddresses, saveAddress } from './addresses.ts'
import { ACCOUNT_MESSAGES } from './messages.ts'

/** Checkout waits no longer than this for an address to be saved. */
const MAX_SAVE_MS = 3000

/** A customer has one cart, in every browser in which they are signed in. */
export interface CustomerCarts extends CartOwners {
  /**
   * Two carts become one. Returns what to tell the customer, or ''. Never throws: the next sign-in does what failed.
   * @param takesCart false if a cart of a guest does not become the customer's
   */
  join(visit: SigningIn, customerId: string, takesCart: boolean): Promise<string>
}

export function createCustomerCarts(app: FastifyInstance): CustomerCarts {
  const { database, carts, log } = app

  const customerOf = async (request: FastifyRequest) => (await app.customers.session(request))?.customer_id

  async function keep(customerId: string, cartId: string): Promise<void> {
    await saveCart(database, customerId, cartId)
    await app.customers.backend.assignCart(customerId, cartId)
  }

  async function readOpen(request: FastifyRequest, cartId: string | undefined): Promise<Cart | undefined> {
    if (cartId === undefined) return undefined
    try {
      const cart = await carts.readCart(cartId, shopperOf(request))
      return cart.status === 'open' ? cart : undefined
    } catch (error) {
      if (error instanceof HttpError && error.statusCode === 404) return undefined
      throw error
    }
  }

  async function join({ request, reply }: SigningIn, customerId: string, takesCart: boolean): Promise<string> {
    const held = cartCookie.read(request)
    const owner = held && (await findOwner(database, held))
    // Someone else may have signed in here before.
    const isTheirs = owner === customerId || (owner === undefined && takesCart)
    const here = isTheirs ? await readOpen(request, held) : undefined
    const own = await readOpen(request, await findCart(database, customerId))
    if (!own) {
      if (here) {
        await keep(customerId, here.id)
        cartCookie.set(reply, here.id, customerId)
      } else cartCookie.clear(reply)
      return ''
    }
    const isSecond = here !== undefined && here.id !== own.id
    // Until the carts are one, the browser keeps its own.
    const notices = isSecond ? await carts.mergeCart(here.id, own.id, shopperOf(request)) : []
    cartCookie.set(reply, own.id, customerId)
    if (!isSecond || here.items.length === 0 || own.items.length === 0) return ''
    const merged = app.translate(localeOf(request), ACCOUNT_MESSAGES.cartsMerged)
    return [merged, textOf(request, notices)].filter(Boolean).join(' ')
  }

  async function trySaving(request: FastifyRequest, address: Address): Promise<boolean> {
    try {
      await saveAddress(app, await app.customers.requireSession(request), { address })
      return true
    } catch (error) {
      // A guest, or a customer with too many addresses.
      if (error instanceof HttpError) return false
      log.error({ event: 'account.addresses_failed', err: error }, 'the address of an order could not be saved')
      return false
    }
  }

  return {
    async join(visit, customerId, takesCart) {
      try {
        return await join(visit, customerId, takesCart)
      } catch (error) {
        log.error(
          { event: 'account.cart_failed', err: error, customerId },
          'the cart of a customer could not be opened at sign-in; the browser keeps its own cart',
        )
        return ''
      }
    },
    customerOf,
    isOwned: async (cartId) => (await findOwner(database, cartId)) !== undefined,
    async cartOf(request) {
      try {
        const customerId = await customerOf(request)
        return customerId && (await findCart(database, customerId))
      } catch (error) {
        log.error(
          { event: 'account.cart_failed', err: error },
          'the cart of a customer is unknown; a new one is opened',
        )
        return undefined
      }
    },
    async savedDetails(request) {
      try {
        const session = await app.customers.session(request)
        if (!session) return null
        const [{ email }, addresses] = await Promise.all([readCustomer(app, session), listAddresses(app, session)])
        return { email, addresses }
      } catch (error) {
        log.error({ event: 'account.addresses_failed', err: error }, 'checkout cannot show the saved addresses')
        return null
      }
    },
    async saveAddress(request, address) {
      // A slow account must not stop the checkout.
      return Promise.race([trySaving(request, address), pause(MAX_SAVE_MS, false, { ref: false })])
    },
    async note(request, cartId) {
      try {
        const customerId = await customerOf(request)
        if (customerId) await keep(customerId, cartId)
        return customerId
      } catch (error) {
        log.error(
          { event: 'account.cart_failed', err: error, cartId },
          'a cart could not be assigned to its customer; the order will belong to its email address',
        )
        return undefined
      }
    },
  }
}

async function findCart({ query }: Queryable, customerId: string): Promise<string | undefined> {
  const [row] = await query<{ cart_id: string }>('SELECT cart_id FROM customer_carts WHERE customer_id = $1', [
    customerId,
  ])
  return row?.cart_id
}

async function findOwner({ query }: Queryable, cartId: string): Promise<string | undefined> {
  const [row] = await query<{ customer_id: string }>('SELECT customer_id FROM customer_carts WHERE cart_id = $1', [
    cartId,
  ])
  return row?.customer_id
}

async function saveCart({ query }: Queryable, customerId: string, cartId: string): Promise<void> {
  await query(
    `INSERT INTO customer_carts (customer_id, cart_id) VALUES ($1, $2)
     ON CONFLICT (customer_id) DO UPDATE SET cart_id = EXCLUDED.cart_id`,
    [customerId, cartId],
  )
}
