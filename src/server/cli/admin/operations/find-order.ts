import type { HttpTypes } from '@medusajs/types'

import type { StaffApi } from '#server/medusa/admin/staff-api.ts'
import { readOrderNumber } from '#shared/order/order-number.ts'

import { OperationError } from './compensation.ts'

type Numbered = Pick<HttpTypes.AdminOrder, 'id' | 'display_id' | 'custom_display_id'>

const FIELDS = 'id,display_id,custom_display_id'
/** Limits the results of Medusa's search, which also finds orders whose number begins with the wanted one. */
const MOST_FOUND = 100

/** Returns the number that people know: the random one, or the sequential one if the backend draws no random ones. */
export function numberOf({ display_id: sequence, custom_display_id: drawn }: Omit<Numbered, 'id'>): string {
  return drawn || String(sequence ?? '')
}

/**
 * Finds the id of an order. Text that is not a number is treated as an id.
 * @param idOrNumber an id, the number that shoppers know, or Medusa's sequential `display_id`
 * @throws OperationError if there is no such order; BackendError
 */
export async function findOrderId({ order }: StaffApi, idOrNumber: string): Promise<string> {
  const read = readOrderNumber(idOrNumber)
  if (read.kind === 'none') return idOrNumber
  if (read.kind === 'mistyped') throw new OperationError(`There is a typing error in the order number ${idOrNumber}.`)
  const { orders } = await order.list({ q: String(read.number), fields: FIELDS, limit: MOST_FOUND })
  const found = orders.find((one) =>
    read.kind === 'drawn' ? one.custom_display_id === read.number : one.display_id === read.number,
  )
  if (!found) throw new OperationError(`There is no order ${read.number}.`)
  return found.id
}
