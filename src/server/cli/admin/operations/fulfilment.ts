import type { HttpTypes } from '@medusajs/types'

import type { StaffApi } from '#server/medusa/admin/staff-api.ts'

import { asMessage, OperationError, runSaga } from './compensation.ts'
import { numberOf } from './find-order.ts'

type Item = HttpTypes.AdminCreateOrderFulfillment['items'][number]
export interface ShipmentInput {
  /** Line items of the order; by default everything that is not shipped yet. */
  items?: Item[]
  /** The stock location; by default that of the order's shipping option. */
  location_id?: string
  /** Labels of one parcel. */
  labels?: NonNullable<HttpTypes.AdminCreateOrderShipment['labels']>
}

/** The SDK's type lacks the items. */
type Fulfillment = HttpTypes.AdminOrderFulfillment & { items?: { line_item_id: string; quantity: number }[] }

interface Parcel {
  id: string
  items: Item[]
}

const FIELDS =
  'id,display_id,custom_display_id,items.id,items.detail.quantity,items.detail.fulfilled_quantity,*fulfillments,*fulfillments.items'

/**
 * Ships an order or a part of it: first the parcels that are packed already, then a new one for the rest.
 * @returns the ids of the fulfillments, one for each parcel
 * @throws BackendError, after the new parcel was unpacked; OperationError if everything is shipped, if the labels would
 * be on more than one parcel, if a parcel's outcome is unknown, or if only some parcels were shipped
 */
export async function shipOrder(admin: StaffApi, orderId: string, input: ShipmentInput = {}): Promise<string[]> {
  const order = await readOrder(admin, orderId)
  const { items = unpackedOf(order), location_id, labels } = input
  const packed = input.items ? [] : packedOf(order)
  if (items.length === 0 && packed.length === 0)
    throw new OperationError(`Everything of order ${numberOf(order)} has been sent already.`)
  if (labels && packed.length + Math.min(1, items.length) > 1)
    throw new OperationError(
      `Order ${numberOf(order)} goes in more parcels than one, and the labels are of one: send each by itself. ` +
        `Packed already: ${packed.map(({ id }) => id).join(', ')}.`,
    )
  const known = new Set(fulfillmentsOf(order).map(({ id }) => id))
  const sent: string[] = []
  try {
    for (const parcel of packed) sent.push(await send(async () => parcel))
    if (items.length > 0) sent.push(await send(pack, ({ id }) => admin.order.cancelFulfillment(orderId, id, {})))
    return sent
  } catch (error) {
    if (sent.length === 0) throw error
    const what = `${sent.join(', ')} of order ${numberOf(order)} went out; the rest did not`
    throw new OperationError(`${what}: ${asMessage(error)}`, { cause: error })
  }

  async function send(
    begin: () => Promise<Parcel>,
    rollBack: (parcel: Parcel) => Promise<unknown> = async () => {},
  ): Promise<string> {
    return runSaga({
      name: `The parcel of order ${numberOf(order)}`,
      begin,
      async finish(parcel) {
        await admin.order.createShipment(orderId, parcel.id, { items: parcel.items, ...(labels ? { labels } : {}) })
        return parcel.id
      },
      rollBack,
      findResult: async ({ id }) =>
        fulfillmentsOf(await readOrder(admin, orderId)).find((one) => one.id === id && one.shipped_at)?.id,
    })
  }

  async function pack(): Promise<Parcel> {
    const location = location_id ? { location_id } : {}
    const after = (await admin.order.createFulfillment(orderId, { items, ...location }, { fields: FIELDS })).order
    const added = packedOf(after).filter(({ id }) => !known.has(id))
    // Another staff member may have packed at the same time.
    const ours = added.length === 1 ? added[0] : added.find((one) => areSame(one.items, items))
    if (ours) return { id: ours.id, items }
    throw new OperationError(`Order ${numberOf(order)} was packed, and the backend did not say as what; ask again.`)
  }
}

/**
 * Marks the shipped parcels of an order as delivered.
 * @returns the ids of the fulfillments
 * @throws BackendError; OperationError if no parcel is on its way
 */
export async function deliverOrder(admin: StaffApi, orderId: string): Promise<string[]> {
  const order = await readOrder(admin, orderId)
  const underWay = fulfillmentsOf(order).filter((one) => one.shipped_at && !one.delivered_at)
  if (underWay.length === 0) throw new OperationError(`Nothing of order ${numberOf(order)} is on its way.`)
  for (const { id } of underWay) await admin.order.markAsDelivered(orderId, id)
  return underWay.map(({ id }) => id)
}

async function readOrder({ order }: StaffApi, id: string): Promise<HttpTypes.AdminOrder> {
  return (await order.retrieve(id, { fields: FIELDS })).order
}

function fulfillmentsOf({ fulfillments }: HttpTypes.AdminOrder): Fulfillment[] {
  return (fulfillments ?? []).filter(({ canceled_at }) => !canceled_at)
}

function packedOf(order: HttpTypes.AdminOrder): Parcel[] {
  return fulfillmentsOf(order)
    .filter(({ shipped_at, delivered_at }) => !shipped_at && !delivered_at)
    .map(({ id, items = [] }) => ({
      id,
      items: items.map(({ line_item_id, quantity }) => ({ id: line_item_id, quantity })),
    }))
}

function unpackedOf(order: HttpTypes.AdminOrder): Item[] {
  return order.items
    .map(({ id, detail }) => ({ id, quantity: detail.quantity - detail.fulfilled_quantity }))
    .filter(({ quantity }) => quantity > 0)
}

function areSame(packed: readonly Item[], wanted: readonly Item[]): boolean {
  const has = ({ id, quantity }: Item) => packed.some((one) => one.id === id && one.quantity === quantity)
  return packed.length === wanted.length && wanted.every(has)
}
