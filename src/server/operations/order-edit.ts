import type { HttpTypes } from '@medusajs/types'

import type { StaffApi } from '#server/commerce/back-office/staff-api.ts'

import { orTakeBack } from './or-take-back.ts'

export interface OrderEditWish extends HttpTypes.AdminInitiateOrderEditRequest {
  add?: HttpTypes.AdminAddOrderEditItems['items']
  /** Of what the order has already, by its line; 0 takes it out. */
  quantities?: Record<string, number>
}

/**
 * Changes the pieces of an order that was placed.
 * @returns the order as it will be asked for
 * @throws BackendError, after the edit has been taken back; LeftOpenError where that failed too
 */
export async function editOrder({ orderEdit }: StaffApi, wish: OrderEditWish): Promise<HttpTypes.AdminOrderPreview> {
  const { add = [], quantities = {}, ...request } = wish
  const { order_id } = request
  await orderEdit.initiateRequest(request)
  return orTakeBack(
    async () => {
      if (add.length > 0) await orderEdit.addItems(order_id, { items: add })
      for (const [item, quantity] of Object.entries(quantities)) {
        await orderEdit.updateOriginalItem(order_id, item, { quantity })
      }
      await orderEdit.request(order_id)
      return (await orderEdit.confirm(order_id)).order_preview
    },
    { name: `The edit of order ${order_id}`, takeBack: () => orderEdit.cancelRequest(order_id) },
  )
}
