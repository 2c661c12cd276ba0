import { Store } from '@medusajs/js-sdk'

import type { Backend } from '../http.ts'
import { createAccount, type Account } from './account.ts'
import { createAuthentication, type Authentication } from './authentication.ts'
import { createCustomerOrders, type CustomerOrders } from './customer-orders.ts'

/** The backend in the name of one customer. */
export interface CustomerSession {
  /** Everything that a guest may do as well; ids are put into paths as they come. */
  readonly store: Store
  readonly auth: Authentication
  readonly account: Account
  readonly orders: CustomerOrders
  /** What proves who the customer is, to be handed to their next session; undefined for a guest. */
  token(): Promise<string | undefined>
}

/**
 * Opens a session for one request. Never shared: it remembers the customer's token, and would show it to the next.
 * @param token of an earlier session
 */
export async function openCustomerSession(backend: Backend, token?: string): Promise<CustomerSession> {
  const client = backend.privateClient()
  if (token) await client.setToken(token)
  const store = new Store(client)
  return {
    store,
    auth: createAuthentication(client, 'customer'),
    account: createAccount(store),
    orders: createCustomerOrders(store),
    token: async () => (await client.getToken()) || undefined,
  }
}
