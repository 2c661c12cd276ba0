import { Store } from '@medusajs/js-sdk'
import type { HttpTypes } from '@medusajs/types'

import { pathId } from '../backend-client.ts'
import type { Backend } from '../http.ts'
import { createAuthentication } from './authentication.ts'

export type CustomerSession = Awaited<ReturnType<typeof openCustomerSession>>

/** For one request: it holds the customer's token. Calls throw BackendError. */
export async function openCustomerSession(backend: Backend, token?: string) {
  const client = backend.privateClient()
  if (token) await client.setToken(token)
  const store = new Store(client)
  return {
    /** Guests may call it too. It does not escape ids in paths. */
    store,
    auth: createAuthentication(client, 'customer'),
    account: createAccount(store),
    orders: createCustomerOrders(store),
    /** Undefined for a guest. */
    token: async () => (await client.getToken()) || undefined,
  }
}

function createAccount({ customer, cart }: Store) {
  return {
    /** Requires a session with a registration token. */
    register: async (body: HttpTypes.StoreCreateCustomer) => (await customer.create(body)).customer,
    read: async () => (await customer.retrieve()).customer,
    update: async (changes: HttpTypes.StoreUpdateCustomer) => (await customer.update(changes)).customer,
    addresses: async (query?: Parameters<typeof customer.listAddress>[0]) =>
      (await customer.listAddress(query)).addresses,
    readAddress: async (id: string) => (await customer.retrieveAddress(pathId(id))).address,
    addAddress: async (address: HttpTypes.StoreCreateCustomerAddress) =>
      (await customer.createAddress(address)).customer,
    updateAddress: async (id: string, changes: HttpTypes.StoreUpdateCustomerAddress) =>
      (await customer.updateAddress(pathId(id), changes)).customer,
    removeAddress: async (id: string) => void (await customer.deleteAddress(pathId(id))),
    takeCart: async (id: string) => (await cart.transferCart(pathId(id))).cart,
  }
}

function createCustomerOrders({ order }: Store) {
  return {
    list: async (query?: HttpTypes.StoreOrderFilters) => (await order.list(query)).orders,
    read: async (id: string) => (await order.retrieve(pathId(id))).order,
    /** The guest confirms it by email. */
    requestTransfer: async (id: string, request: HttpTypes.StoreRequestOrderTransfer = {}) =>
      (await order.requestTransfer(pathId(id), request)).order,
    cancelTransfer: async (id: string) => (await order.cancelTransfer(pathId(id))).order,
    acceptTransfer: async (id: string, token: string) => (await order.acceptTransfer(pathId(id), { token })).order,
    declineTransfer: async (id: string, token: string) => (await order.declineTransfer(pathId(id), { token })).order,
  }
}
