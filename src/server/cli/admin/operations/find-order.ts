import type { HttpTypes } from '@medusajs/types'

import type { StaffApi } from '#server/medusa/admin/staff-api.ts'
import { readOrderNumber } from '#shared/order/order-number.ts'

import { OperationError } from './compensation/carry-out.ts'

type Numbered = Pick<HttpTypes.AdminOrder, 'id' | 'display_id' | 'custom_display_id'>

const FIELDS = 'id,display_id,custom_display_id'
/** Medusa's search also finds orders that only begin with the number. */
const MOST_FOUND = 100

/** What people call an order: the drawn number, or the sequential one where the backend draws none. */
export function numberOf({ display_id: sequence, custom_display_id: drawn }: Omit<Numbered, 'id'>): string {
  return drawn || String(sequence ?? '')
}

/**
 * The id of an order by what staff know of it. What is no number is taken for an id.
 * @param named an id, the number that shoppers are told, or Medusa's sequential `display_id`
 * @throws OperationError where there is no such order, BackendError
 */
export async function findOrderId({ order }: StaffApi, named: string): Promise<string> {
  const read = readOrderNumber(named)
  if (read.kind === 'none') return named
  if (read.kind === 'mistyped') throw new OperationError(`There is a typing error in the order number ${named}.`)
  const { orders } = await order.list({ q: String(read.number), fields: FIELDS, limit: MOST_FOUND })
  const found = orders.find((one) =>
    read.kind === 'drawn' ? one.custom_display_id === read.number : one.display_id === read.number,
  )
  if (!found) throw new OperationError(`There is no order ${read.number}.`)
  return found.id
}
