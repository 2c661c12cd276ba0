import { Store } from '@medusajs/js-sdk'
import type { HttpTypes } from '@medusajs/types'

import { pathId } from '../backend-client.ts'
import type { Backend } from '../http.ts'
import { createAuthentication, type Authentication } from './authentication.ts'

export interface CustomerSession {
  /** Guests may call it too. It does not escape ids in paths. */
  readonly store: Store
  readonly auth: Authentication
  readonly account: Account
  readonly orders: CustomerOrders
  /** Undefined for a guest. */
  token(): Promise<string | undefined>
}

/** For one request: it holds the customer's token. Calls throw BackendError. */
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

type AddressQuery = HttpTypes.FindParams & HttpTypes.StoreCustomerAddressFilters

interface Account {
  /** Requires a session with a registration token. */
  register(customer: HttpTypes.StoreCreateCustomer): Promise<HttpTypes.StoreCustomer>
  read(): Promise<HttpTypes.StoreCustomer>
  update(changes: HttpTypes.StoreUpdateCustomer): Promise<HttpTypes.StoreCustomer>
  addresses(query?: AddressQuery): Promise<HttpTypes.StoreCustomerAddress[]>
  readAddress(id: string): Promise<HttpTypes.StoreCustomerAddress>
  addAddress(address: HttpTypes.StoreCreateCustomerAddress): Promise<HttpTypes.StoreCustomer>
  updateAddress(id: string, changes: HttpTypes.StoreUpdateCustomerAddress): Promise<HttpTypes.StoreCustomer>
  removeAddress(id: string): Promise<void>
  takeCart(cartId: string): Promise<HttpTypes.StoreCart>
}

function createAccount({ customer, cart }: Store): Account {
  return {
    register: async (body) => (await customer.create(body)).customer,
    read: async () => (await customer.retrieve()).customer,
    update: async (changes) => (await customer.update(changes)).customer,
    addresses: async (query) => (await customer.listAddress(query)).addresses,
    readAddress: async (id) => (await customer.retrieveAddress(pathId(id))).address,
    addAddress: async (address) => (await customer.createAddress(address)).customer,
    updateAddress: async (id, changes) => (await customer.updateAddress(pathId(id), changes)).customer,
    removeAddress: async (id) => void (await customer.deleteAddress(pathId(id))),
    takeCart: async (id) => (await cart.transferCart(pathId(id))).cart,
  }
}

interface CustomerOrders {
  list(query?: HttpTypes.StoreOrderFilters): Promise<HttpTypes.StoreOrder[]>
  read(id: string): Promise<HttpTypes.StoreOrder>
  /** The guest confirms it by email. */
  requestTransfer(id: string, request?: HttpTypes.StoreRequestOrderTransfer): Promise<HttpTypes.StoreOrder>
  cancelTransfer(id: string): Promise<HttpTypes.StoreOrder>
  acceptTransfer(id: string, token: string): Promise<HttpTypes.StoreOrder>
  declineTransfer(id: string, token: string): Promise<HttpTypes.StoreOrder>
}

function createCustomerOrders({ order }: Store): CustomerOrders {
  return {
    list: async (query) => (await order.list(query)).orders,
    read: async (id) => (await order.retrieve(pathId(id))).order,
    requestTransfer: async (id, request = {}) => (await order.requestTransfer(pathId(id), request)).order,
    cancelTransfer: async (id) => (await order.cancelTransfer(pathId(id))).order,
    acceptTransfer: async (id, token) => (await order.acceptTransfer(pathId(id), { token })).order,
    declineTransfer: async (id, token) => (await order.declineTransfer(pathId(id), { token })).order,
  }
}
