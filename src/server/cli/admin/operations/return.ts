import type { HttpTypes } from '@medusajs/types'

import type { StaffApi } from '#server/medusa/admin/staff-api.ts'

import { carryOut } from './compensation/carry-out.ts'
import { findOpenChange, isConfirmed } from './compensation/order-changes.ts'

export interface ReturnInput extends HttpTypes.AdminInitiateReturnRequest {
  items: HttpTypes.AdminAddReturnItem[]
  shipping?: HttpTypes.AdminAddReturnShipping
}

export interface Received {
  /** Goes back to where it is sold from. */
  items?: HttpTypes.AdminReceiveItems['items']
  /** Came back, and cannot be sold again. */
  dismissed?: HttpTypes.AdminDismissItems['items']
}

/**
 * Agrees that products of an order come back.
 * @returns the return, confirmed
 * @throws BackendError, after the request has been taken back; LeftOpenError where that failed too; UnclearError where
 * the backend did not say whether it was done
 */
export async function requestReturn(admin: StaffApi, input: ReturnInput): Promise<HttpTypes.AdminReturn> {
  const { items, shipping, ...request } = input
  const { order_id } = request
  return carryOut({
    name: `The return of order ${order_id}`,
    begin: async () => (await admin.return.initiateRequest(request)).return.id,
    async prepare(id) {
      await admin.return.addReturnItem(id, { items })
      if (shipping) await admin.return.addReturnShipping(id, shipping)
    },
    finish: async (id) => (await admin.return.confirmRequest(id, {})).return,
    takeBack: (id) => admin.return.cancelRequest(id),
    async look(id) {
      const is = await isConfirmed(admin, order_id, { return_id: id, change_type: 'return_request' })
      return is ? (await admin.return.retrieve(id)).return : undefined
    },
    findOpen: () => findOpenChange(admin, order_id),
  })
}

/**
 * Says what of a return has arrived, be it in parts.
 * @returns the return, with what was received so far
 * @throws BackendError, after the receipt has been taken back; LeftOpenError where that failed too; UnclearError where
 * the backend did not say whether it was done
 */
export async function receiveReturn(admin: StaffApi, id: string, received: Received): Promise<HttpTypes.AdminReturn> {
  const { items = [], dismissed = [] } = received
  return carryOut({
    name: `The receipt of return ${id}`,
    begin: () => admin.return.initiateReceive(id, {}),
    async prepare() {
      if (items.length > 0) await admin.return.receiveItems(id, { items })
      if (dismissed.length > 0) await admin.return.dismissItems(id, { items: dismissed })
    },
    finish: async () => (await admin.return.confirmReceive(id, {})).return,
    takeBack: () => admin.return.cancelReceive(id),
    async look() {
      const now = (await admin.return.retrieve(id)).return
      const is = await isConfirmed(admin, now.order_id, { return_id: id, change_type: 'return_receive' })
      return is ? now : undefined
    },
    findOpen: async () => findOpenChange(admin, (await admin.return.retrieve(id)).return.order_id),
  })
}
