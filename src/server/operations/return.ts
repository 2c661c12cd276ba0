import type { HttpTypes } from '@medusajs/types'

import type { StaffApi } from '#server/commerce/back-office/staff-api.ts'

import { orTakeBack } from './or-take-back.ts'

export interface ReturnWish extends HttpTypes.AdminInitiateReturnRequest {
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
 * Agrees that pieces of an order come back.
 * @returns the return, confirmed
 * @throws BackendError, after the request has been taken back; LeftOpenError where that failed too
 */
export async function requestReturn(admin: StaffApi, wish: ReturnWish): Promise<HttpTypes.AdminReturn> {
  const { items, shipping, ...request } = wish
  const { id } = (await admin.return.initiateRequest(request)).return
  return orTakeBack(
    async () => {
      await admin.return.addReturnItem(id, { items })
      if (shipping) await admin.return.addReturnShipping(id, shipping)
      return (await admin.return.confirmRequest(id, {})).return
    },
    { name: `Return ${id}`, takeBack: () => admin.return.cancelRequest(id) },
  )
}

/**
 * Says what of a return has arrived, be it in parts.
 * @returns the return, with what was received so far
 * @throws BackendError, after the receipt has been taken back; LeftOpenError where that failed too
 */
export async function receiveReturn(admin: StaffApi, id: string, received: Received): Promise<HttpTypes.AdminReturn> {
  const { items = [], dismissed = [] } = received
  await admin.return.initiateReceive(id, {})
  return orTakeBack(
    async () => {
      if (items.length > 0) await admin.return.receiveItems(id, { items })
      if (dismissed.length > 0) await admin.return.dismissItems(id, { items: dismissed })
      return (await admin.return.confirmReceive(id, {})).return
    },
    { name: `The receipt of return ${id}`, takeBack: () => admin.return.cancelReceive(id) },
  )
}
