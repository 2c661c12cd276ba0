import type { Store } from '@medusajs/js-sdk'
import type { HttpTypes } from '@medusajs/types'

import { pathId } from '../path-id.ts'

/** A customer's orders, and the ways in which an order comes to another's account. Every call throws BackendError. */
export interface CustomerOrders {
  list(query?: HttpTypes.StoreOrderFilters): Promise<HttpTypes.StoreOrder[]>
  read(id: string): Promise<HttpTypes.StoreOrder>
  /** Asks to have an order that someone placed as a guest; an email asks them. */
  requestTransfer(id: string, request?: HttpTypes.StoreRequestOrderTransfer): Promise<HttpTypes.StoreOrder>
  /** Takes the wish back. */
  cancelTransfer(id: string): Promise<HttpTypes.StoreOrder>
  /** @param token of the email */
  acceptTransfer(id: string, token: string): Promise<HttpTypes.StoreOrder>
  declineTransfer(id: string, token: string): Promise<HttpTypes.StoreOrder>
}

export function createCustomerOrders({ order }: Store): CustomerOrders {
  return {
    list: async (query) => (await order.list(query)).orders,
    read: async (id) => (await order.retrieve(pathId(id))).order,
    requestTransfer: async (id, request = {}) => (await order.requestTransfer(pathId(id), request)).order,
    cancelTransfer: async (id) => (await order.cancelTransfer(pathId(id))).order,
    acceptTransfer: async (id, token) => (await order.acceptTransfer(pathId(id), { token })).order,
    declineTransfer: async (id, token) => (await order.declineTransfer(pathId(id), { token })).order,
  }
}
