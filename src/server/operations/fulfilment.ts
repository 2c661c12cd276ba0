import type { HttpTypes } from '@medusajs/types'

import type { StaffApi } from '#server/commerce/back-office/staff-api.ts'

import { OperationError } from './operation-error.ts'
import { orTakeBack } from './or-take-back.ts'

type Item = HttpTypes.AdminCreateOrderFulfillment['items'][number]

export interface ShipmentWish {
  /** Lines of the order; everything that is still to be sent where nothing is said. */
  items?: Item[]
  /** Where it is sent from; where the order's delivery says so without it. */
  location_id?: string
  labels?: NonNullable<HttpTypes.AdminCreateOrderShipment['labels']>
}

const FIELDS = 'id,display_id,items.id,items.detail.quantity,items.detail.fulfilled_quantity,*fulfillments'

/**
 * Packs and sends an order, or a part of it.
 * @returns the id of the fulfilment
 * @throws BackendError, after the fulfilment has been taken back; OperationError where everything is on its way
 */
export async function shipOrder({ order }: StaffApi, orderId: string, wish: ShipmentWish = {}): Promise<string> {
  const before = (await order.retrieve(orderId, { fields: FIELDS })).order
  const { items = unsentOf(before), location_id, labels } = wish
  if (items.length === 0) throw new OperationError(`Everything of order ${before.display_id} has been sent already.`)
  const known = new Set(fulfilmentsOf(before))
  const after = await order.createFulfillment(
    orderId,
    { items, ...(location_id ? { location_id } : {}) },
    { fields: FIELDS },
  )
  const id = fulfilmentsOf(after.order).find((fulfilment) => !known.has(fulfilment)) ?? ''
  return orTakeBack(
    async () => {
      await order.createShipment(orderId, id, { items, ...(labels ? { labels } : {}) })
      return id
    },
    { name: `Fulfilment ${id}`, takeBack: () => order.cancelFulfillment(orderId, id, {}) },
  )
}

/**
 * Notes that what was sent has arrived.
 * @returns the ids of the fulfilments
 * @throws BackendError; OperationError where nothing is on its way
 */
export async function deliverOrder({ order }: StaffApi, orderId: string): Promise<string[]> {
  const { fulfillments, display_id } = (await order.retrieve(orderId, { fields: FIELDS })).order
  const underWay = (fulfillments ?? []).filter((one) => one.shipped_at && !one.delivered_at && !one.canceled_at)
  if (underWay.length === 0) throw new OperationError(`Nothing of order ${display_id} is on its way.`)
  for (const { id } of underWay) await order.markAsDelivered(orderId, id)
  return underWay.map(({ id }) => id)
}

function fulfilmentsOf(order: HttpTypes.AdminOrder): string[] {
  return (order.fulfillments ?? []).map(({ id }) => id)
}

function unsentOf(order: HttpTypes.AdminOrder): Item[] {
  return order.items
    .map(({ id, detail }) => ({ id, quantity: detail.quantity - detail.fulfilled_quantity }))
    .filter(({ quantity }) => quantity > 0)
}
