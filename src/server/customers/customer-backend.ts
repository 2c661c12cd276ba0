import { createHmac } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import { deriveKey } from '#server/keys.ts'
import { BackendError } from '#server/medusa/backend-error.ts'
import { openCustomerSession } from '#server/medusa/customers/customer-session.ts'
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

export type CustomerBackend = ReturnType<typeof createCustomerBackend>

/** Medusa's tokens are valid for a day. */
const TOKEN_MS = 600_000
const MOST_TOKENS = 10_000

/**
 * Every call throws BackendError.
 * @param signingKey the key that this shop shares with Medusa
 */
export function createCustomerBackend(backend: Backend, signingKey: string) {
  const key = deriveKey(signingKey, 'customer-calls')
  const tokens = new LRUCache<string, string>({ max: MOST_TOKENS, ttl: TOKEN_MS })

  const sign = (text: string): string => {
    const time = Math.floor(Date.now() / 1000)
    return `t=${time},v1=${createHmac('sha256', key).update(`${time}.${text}`).digest('hex')}`
  }

  async function call<Result>(name: string, fields: object) {
    const body = JSON.stringify(fields)
    const headers = { 'x-lumenite-signature': sign(body) }
    const init = { method: 'POST', headers, body: body as never }
    return (await backend.privateClient().fetch<{ result: Result }>(`/storefront/customers/${name}`, init)).result
  }

  return {
    /** The owner has just confirmed the address. Adds its guest orders, and creates the account if there is none. */
    confirm: async ({ email, first_name, last_name }: Pick<KnownCustomer, 'email' | 'first_name' | 'last_name'>) =>
      call<KnownCustomer & { is_new: boolean }>('confirm', { email, first_name, last_name }),
    /** With new guest orders of its address; null if it was deleted. */
    find: async (id: string) => call<KnownCustomer | null>('find', { id }),
    /** @returns false if the address signs in a member of the staff, whose password it would replace */
    async setPassword(id: string, password: string) {
      try {
        await call('set-password', { id, password })
        return true
      } catch (error) {
        if (error instanceof BackendError && error.type === 'not_allowed') return false
        throw error
      }
    },
    /** Assigns a cart, and so its order, to an account. */
    assignCart: async (id: string, cartId: string) => call('assign-cart', { id, cart_id: cartId }),
    /** @param email in lower case */
    hasAccount: async (email: string) => call<boolean>('has-account', { email }),
    /** False if the address has another account, or the account was deleted. Can be repeated. */
    async changeEmail(id: string, email: string) {
      try {
        await call('change-email', { id, email })
        return true
      } catch (error) {
        if (error instanceof BackendError && (error.type === 'duplicate_error' || error.type === 'not_found'))
          return false
        throw error
      }
    },
    /** Its orders stay, as those of a guest. Can be repeated. */
    async delete(id: string) {
      await call('delete', { id })
      tokens.delete(id)
    },
    /** Null if they do not match. Both cases take the same work. */
    logIn: async (email: string, password: string) => call<string | null>('log-in', { email, password }),
    /** Do not share it between requests. */
    async open(id: string) {
      const known = tokens.get(id)
      const session = await openCustomerSession(backend, known)
      if (known) return session
      await session.auth.login('email-link', { customer_id: id, signature: sign(id) })
      const token = await session.token()
      if (token) tokens.set(id, token)
      return session
    },
    forget: (id: string) => void tokens.delete(id),
  }
}
