import type { Store } from '@medusajs/js-sdk'
import type { HttpTypes } from '@medusajs/types'

import { pathId } from '../path-id.ts'

type AddressQuery = HttpTypes.FindParams & HttpTypes.StoreCustomerAddressFilters

/** A customer's own profile and addresses; the backend knows by the token whose. Every call throws BackendError. */
export interface Account {
  /** @param customer the session has the token of a registration */
  register(customer: HttpTypes.StoreCreateCustomer): Promise<HttpTypes.StoreCustomer>
  read(): Promise<HttpTypes.StoreCustomer>
  update(changes: HttpTypes.StoreUpdateCustomer): Promise<HttpTypes.StoreCustomer>
  addresses(query?: AddressQuery): Promise<HttpTypes.StoreCustomerAddress[]>
  readAddress(id: string): Promise<HttpTypes.StoreCustomerAddress>
  /** @returns the customer with all addresses, as the two below do */
  addAddress(address: HttpTypes.StoreCreateCustomerAddress): Promise<HttpTypes.StoreCustomer>
  updateAddress(id: string, changes: HttpTypes.StoreUpdateCustomerAddress): Promise<HttpTypes.StoreCustomer>
  removeAddress(id: string): Promise<void>
  /** A cart that was begun before logging in becomes the customer's. */
  takeCart(cartId: string): Promise<HttpTypes.StoreCart>
}

export function createAccount({ customer, cart }: Store): Account {
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
