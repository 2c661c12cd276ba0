import type { HttpTypes } from '@medusajs/types'

import type { StaffApi } from '#server/medusa/admin/staff-api.ts'

import { carryOut, asMessage, OperationError } from './compensation/carry-out.ts'
import { numberOf } from './find-order.ts'

type Item = HttpTypes.AdminCreateOrderFulfillment['items'][number]
type Labels = NonNullable<HttpTypes.AdminCreateOrderShipment['labels']>

export interface ShipmentInput {
  /** Lines of the order; everything that is still to be sent where nothing is said. */
  items?: Item[]
  /** Where it is sent from; where the order's delivery says so without it. */
  location_id?: string
  /** Of one parcel. */
  labels?: Labels
}

/** The SDK's types know nothing of what is in it. */
type Fulfilment = HttpTypes.AdminOrderFulfillment & { items?: { line_item_id: string; quantity: number }[] }

interface Parcel {
  id: string
  items: Item[]
}

const FIELDS =
  'id,display_id,custom_display_id,items.id,items.detail.quantity,items.detail.fulfilled_quantity,*fulfillments,*fulfillments.items'

/**
 * Sends an order, or a part of it: what was packed before, then what is packed for it now.
 * @returns the ids of the fulfilments, one for each parcel
 * @throws BackendError, after what was packed for it has been unpacked; OperationError where everything is on its way,
 * where one parcel's labels would be on two, with what is unclear, and with what went out before another did not
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
  const known = new Set(fulfilmentsOf(order).map(({ id }) => id))
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
    takeBack: (parcel: Parcel) => Promise<unknown> = async () => {},
  ): Promise<string> {
    return carryOut({
      name: `The parcel of order ${numberOf(order)}`,
      begin,
      async finish(parcel) {
        await admin.order.createShipment(orderId, parcel.id, { items: parcel.items, ...(labels ? { labels } : {}) })
        return parcel.id
      },
      takeBack,
      look: async ({ id }) =>
        fulfilmentsOf(await readOrder(admin, orderId)).find((one) => one.id === id && one.shipped_at)?.id,
    })
  }

  async function pack(): Promise<Parcel> {
    const place = location_id ? { location_id } : {}
    const after = (await admin.order.createFulfillment(orderId, { items, ...place }, { fields: FIELDS })).order
    const unknown = packedOf(after).filter(({ id }) => !known.has(id))
    // Someone else may have packed in the meantime.
    const ours = unknown.length === 1 ? unknown[0] : unknown.find((one) => areSame(one.items, items))
    if (ours) return { id: ours.id, items }
    throw new OperationError(`Order ${numberOf(order)} was packed, and the backend did not say as what; ask again.`)
  }
}

/**
 * Notes that what was sent has arrived.
 * @returns the ids of the fulfilments
 * @throws BackendError; OperationError where nothing is on its way
 */
export async function deliverOrder(admin: StaffApi, orderId: string): Promise<string[]> {
  const order = await readOrder(admin, orderId)
  const underWay = fulfilmentsOf(order).filter((one) => one.shipped_at && !one.delivered_at)
  if (underWay.length === 0) throw new OperationError(`Nothing of order ${numberOf(order)} is on its way.`)
  for (const { id } of underWay) await admin.order.markAsDelivered(orderId, id)
  return underWay.map(({ id }) => id)
}

async function readOrder({ order }: StaffApi, id: string): Promise<HttpTypes.AdminOrder> {
  return (await order.retrieve(id, { fields: FIELDS })).order
}

function fulfilmentsOf({ fulfillments }: HttpTypes.AdminOrder): Fulfilment[] {
  return (fulfillments ?? []).filter(({ canceled_at }) => !canceled_at)
}

function packedOf(order: HttpTypes.AdminOrder): Parcel[] {
  return fulfilmentsOf(order)
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

function areSame(packed: readonly Item[], asked: readonly Item[]): boolean {
  const has = ({ id, quantity }: Item) => packed.some((one) => one.id === id && one.quantity === quantity)
  return packed.length === asked.length && asked.every(has)
}
