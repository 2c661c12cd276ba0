import type { HttpTypes } from '@medusajs/types'

import type { StaffApi } from '#server/commerce/back-office/staff-api.ts'

import { orTakeBack } from './or-take-back.ts'

export interface DraftChanges {
  add?: HttpTypes.AdminAddDraftOrderItem[]
  /** Of what the draft has already, by its line. */
  items?: Record<string, HttpTypes.AdminUpdateDraftOrderItem>
  addPromotions?: string[]
  removePromotions?: string[]
  addShipping?: HttpTypes.AdminAddDraftOrderShippingMethod[]
  /** Ids of shipping methods. */
  removeShipping?: string[]
}

/**
 * Changes what a draft holds.
 * @returns the draft as it is now
 * @throws BackendError, after the edit has been taken back; LeftOpenError where that failed too
 */
export async function editDraft(
  { draftOrder }: StaffApi,
  id: string,
  changes: DraftChanges,
): Promise<HttpTypes.AdminDraftOrder> {
  const { add, items = {}, addPromotions, removePromotions, addShipping = [], removeShipping = [] } = changes
  await draftOrder.beginEdit(id)
  await orTakeBack(
    async () => {
      if (add) await draftOrder.addItems(id, { items: add })
      for (const [item, change] of Object.entries(items)) await draftOrder.updateItem(id, item, change)
      if (removePromotions) await draftOrder.removePromotions(id, { promo_codes: removePromotions })
      if (addPromotions) await draftOrder.addPromotions(id, { promo_codes: addPromotions })
      for (const method of removeShipping) await draftOrder.removeShippingMethod(id, method)
      for (const method of addShipping) await draftOrder.addShippingMethod(id, method)
      await draftOrder.requestEdit(id)
      await draftOrder.confirmEdit(id)
    },
    { name: `The edit of draft ${id}`, takeBack: () => draftOrder.cancelEdit(id) },
  )
  return (await draftOrder.retrieve(id)).draft_order
}
