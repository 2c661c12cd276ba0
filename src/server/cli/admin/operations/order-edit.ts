import type { HttpTypes } from '@medusajs/types'

import type { StaffApi } from '#server/medusa/admin/staff-api.ts'

import { carryOut } from './compensation/carry-out.ts'
import { findOpenChange, isConfirmed } from './compensation/order-changes.ts'

export interface OrderEditInput extends HttpTypes.AdminInitiateOrderEditRequest {
  add?: HttpTypes.AdminAddOrderEditItems['items']
  /** Of what the order has already, by its line; 0 takes it out. */
  quantities?: Record<string, number>
}

/**
 * Changes the products of an order that was placed.
 * @returns the order as it will be asked for
 * @throws BackendError, after the edit has been taken back; LeftOpenError where that failed too; UnclearError where
 * the backend did not say whether it was done
 */
export async function editOrder(admin: StaffApi, input: OrderEditInput): Promise<HttpTypes.AdminOrderPreview> {
  const { orderEdit } = admin
  const { add = [], quantities = {}, ...request } = input
  const { order_id } = request
  return carryOut({
    name: `The edit of order ${order_id}`,
    begin: () => orderEdit.initiateRequest(request),
    async prepare() {
      if (add.length > 0) await orderEdit.addItems(order_id, { items: add })
      for (const [item, quantity] of Object.entries(quantities)) {
        await orderEdit.updateOriginalItem(order_id, item, { quantity })
      }
      await orderEdit.request(order_id)
    },
    finish: async () => (await orderEdit.confirm(order_id)).order_preview,
    takeBack: () => orderEdit.cancelRequest(order_id),
    look: async () =>
      (await isConfirmed(admin, order_id, { change_type: 'edit' }))
        ? (await admin.order.retrievePreview(order_id)).order
        : undefined,
    findOpen: () => findOpenChange(admin, order_id),
  })
}
