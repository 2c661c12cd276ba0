import { createHmac } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import { deriveKey } from '#server/keys.ts'
import { BackendError } from '#server/medusa/backend-error.ts'
import { openCustomerSession, type CustomerSession } from '#server/medusa/customers/customer-session.ts'
import type { Backend } from '#server/medusa/http.ts'

/** See `commerce/src/customers/confirm-customer.ts`. */
export interface KnownCustomer {
  id: string
  /** In lower case. */
  email: string
  first_name: string | null
  last_name: string | null
  has_password: boolean
}

/** Every call throws BackendError. */
export interface CustomerBackend {
  /** The owner has just confirmed the address. Adds its guest orders, and creates the account if there is none. */
  confirm(customer: {
    email: string
    first_name: string | null
    last_name: string | null
  }): Promise<KnownCustomer & { is_new: boolean }>
  /** With new guest orders of its address; null if it was deleted. */
  find(id: string): Promise<KnownCustomer | null>
  /** @returns false if the address signs in a member of the staff, whose password it would replace */
  setPassword(id: string, password: string): Promise<boolean>
  /** Assigns a cart, and so its order, to an account. */
  assignCart(id: string, cartId: string): Promise<void>
  /** @param email in lower case */
  hasAccount(email: string): Promise<boolean>
  /** False if the address has another account, or the account was deleted. Can be repeated. */
  changeEmail(id: string, email: string): Promise<boolean>
  /** Its orders stay, as those of a guest. Can be repeated. */
  delete(id: string): Promise<void>
  /** Null if they do not match. Both cases take the same work. */
  logIn(email: string, password: string): Promise<string | null>
  /** Do not share it between requests. */
  open(id: string): Promise<CustomerSession>
  forget(id: string): void
}

/** Medusa's tokens are valid for a day. */
const TOKEN_MS = 600_000
const MOST_TOKENS = 10_000

/** @param signingKey the key that this shop shares with Medusa */
export function createCustomerBackend(backend: Backend, signingKey: string): CustomerBackend {
  const key = deriveKey(signingKey, 'customer-calls')
  const tokens = new LRUCache<string, string>({ max: MOST_TOKENS, ttl: TOKEN_MS })

  const sign = (text: string): string => {
    const time = Math.floor(Date.now() / 1000)
    return `t=${time},v1=${createHmac('sha256', key).update(`${time}.${text}`).digest('hex')}`
  }

  async function call<Answer>(path: string, fields: object): Promise<Answer> {
    const body = JSON.stringify(fields)
    const headers = { 'x-lumenite-signature': sign(body) }
    return backend.privateClient().fetch<Answer>(path, { method: 'POST', headers, body: body as never })
  }

  return {
    async confirm({ email, first_name, last_name }) {
      type Confirmed = { customer: KnownCustomer & { is_new: boolean } }
      return (await call<Confirmed>('/storefront/customers', { email, first_name, last_name })).customer
    },
    find: async (id) => (await call<{ customer: KnownCustomer | null }>('/storefront/customers', { id })).customer,
    async setPassword(id, password) {
      try {
        await call('/storefront/customers/password', { id, password })
        return true
      } catch (error) {
        if (error instanceof BackendError && error.type === 'not_allowed') return false
        throw error
      }
    },
    assignCart: async (id, cartId) => call('/storefront/customers/cart', { id, cart_id: cartId }),
    hasAccount: async (email) =>
      (await call<{ has_account: boolean }>('/storefront/customers/email', { email })).has_account,
    async changeEmail(id, email) {
      try {
        await call('/storefront/customers/email', { id, email })
        return true
      } catch (error) {
        if (error instanceof BackendError && (error.type === 'duplicate_error' || error.type === 'not_found'))
          return false
        throw error
      }
    },
    async delete(id) {
      await call('/storefront/customers/delete', { id })
      tokens.delete(id)
    },
    logIn: async (email, password) =>
      (await call<{ id: string | null }>('/storefront/customers/password', { email, password })).id,
    async open(id) {
      const known = tokens.get(id)
      const session = await openCustomerSession(backend, known)
      if (known) return session
      await session.auth.login('email-link', { customer_id: id, signature: sign(id) })
      const token = await session.token()
      if (token) tokens.set(id, token)
      return session
    },
    forget: (id) => void tokens.delete(id),
  }
}
