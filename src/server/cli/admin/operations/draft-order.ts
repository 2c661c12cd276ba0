import type { HttpTypes } from '@medusajs/types'

import type { StaffApi } from '#server/medusa/admin/staff-api.ts'

import { carryOut } from './compensation/carry-out.ts'
import { findOpenChange, isConfirmed } from './compensation/order-changes.ts'

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
 * @throws BackendError, after the edit has been taken back; LeftOpenError where that failed too; UnclearError where
 * the backend did not say whether it was done
 */
export async function editDraft(
  admin: StaffApi,
  id: string,
  changes: DraftChanges,
): Promise<HttpTypes.AdminDraftOrder> {
  const { draftOrder } = admin
  const { add, items = {}, addPromotions, removePromotions, addShipping = [], removeShipping = [] } = changes
  await carryOut({
    name: `The edit of draft ${id}`,
    begin: () => draftOrder.beginEdit(id),
    async prepare() {
      if (add) await draftOrder.addItems(id, { items: add })
      for (const [item, change] of Object.entries(items)) await draftOrder.updateItem(id, item, change)
      if (removePromotions) await draftOrder.removePromotions(id, { promo_codes: removePromotions })
      if (addPromotions) await draftOrder.addPromotions(id, { promo_codes: addPromotions })
      for (const method of removeShipping) await draftOrder.removeShippingMethod(id, method)
      for (const method of addShipping) await draftOrder.addShippingMethod(id, method)
      await draftOrder.requestEdit(id)
    },
    finish: async () => {
      await draftOrder.confirmEdit(id)
      return true
    },
    takeBack: () => draftOrder.cancelEdit(id),
    look: async () => (await isConfirmed(admin, id, { change_type: 'edit' })) || undefined,
    findOpen: () => findOpenChange(admin, id),
  })
  return (await draftOrder.retrieve(id)).draft_order
}
