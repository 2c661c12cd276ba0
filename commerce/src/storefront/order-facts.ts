import type { MedusaContainer } from '@medusajs/framework/types'

import { isIncomplete } from '../orders/one-order.ts'
import type { LapsedOrder } from '../orders/unpaid-orders.ts'
import { rowsOf } from '../rows.ts'

/** No personal data, because the storefront reads that itself. */
export interface OrderFacts {
  order_id: string
  /** BCP 47 with a region. */
  locale: string | null
  request_id?: string | undefined
}

export interface TransferFacts extends OrderFacts {
  order_change_id: string
  /** Authorizes its holder to accept or decline the transfer. */
  token: string
}

interface Label {
  tracking_number: string | null
  tracking_url: string | null
}

interface ShipmentFacts extends OrderFacts {
  fulfillment_id: string
  /** As staff and carriers' programs entered them. */
  labels: Label[]
}

interface RefundFacts extends OrderFacts {
  refund_id: string
  /** In Medusa's unit. */
  amount: number
}

export interface OrderNotice {
  /** Unique among all notices: an id; for a cancellation after `lapsed:` or `canceled:`. */
  id: string
  since: Date
  /** The last segment of the path of the storefront's API. */
  name: 'placed' | 'transfer-requested' | 'lapsed' | 'shipped' | 'refunded' | 'canceled'
  body: OrderFacts | TransferFacts | LapsedOrder | ShipmentFacts | RefundFacts
}

interface PlacedOrder {
  locale: string | null
  metadata: { request_id?: string } | null
}

/** The order need not exist. */
export async function factsOf(container: MedusaContainer, id: string): Promise<OrderFacts> {
  const [order] = await rowsOf<PlacedOrder>(container, 'order', ['id', 'locale', 'metadata'], { id })
  return { order_id: id, locale: order?.locale ?? null, request_id: order?.metadata?.request_id }
}

/** Undefined if the transfer has no token, so that it cannot be answered. */
export async function transferOf(container: MedusaContainer, id: string): Promise<TransferFacts | undefined> {
  const [change] = await rowsOf<Change>(container, 'order_change', CHANGE_FIELDS, { id })
  return change && toTransfer(change)
}

export async function placedSince(container: MedusaContainer, since: Date): Promise<OrderNotice[]> {
  type Order = PlacedOrder & { id: string; created_at: Date | string }
  const fields = ['id', 'locale', 'created_at', 'metadata']
  const filters = { is_draft_order: false, created_at: { $gte: since } }
  const orders = await rowsOf<Order>(container, 'order', fields, filters)
  return orders
    .filter(({ metadata }) => !isIncomplete(metadata))
    .map(({ id, locale, created_at: at, metadata }) => ({
      id,
      since: new Date(at),
      name: 'placed',
      body: { order_id: id, locale, request_id: metadata?.request_id },
    }))
}

export async function canceledSince(container: MedusaContainer, since: Date): Promise<OrderNotice[]> {
  return cancellations(container, { canceled_at: { $gte: since } })
}

/** Empty if the order lapsed, because its job gives notice of that. */
export async function cancellationOf(container: MedusaContainer, id: string): Promise<OrderNotice[]> {
  return (await cancellations(container, { id })).filter(({ name }) => name === 'canceled')
}

async function cancellations(container: MedusaContainer, filters: Record<string, unknown>): Promise<OrderNotice[]> {
  type Order = {
    id: string
    locale: string | null
    canceled_at: Date | string
    metadata: { lapsed_at?: string | null } | null
  }
  const fields = ['id', 'locale', 'canceled_at', 'metadata']
  const orders = await rowsOf<Order>(container, 'order', fields, { ...filters, status: 'canceled' })
  return orders.map(({ id, locale, canceled_at: at, metadata }) => {
    const since = new Date(at)
    return metadata?.lapsed_at
      ? lapsedNotice({ order_id: id, locale, held_until: metadata.lapsed_at }, since)
      : { id: `canceled:${id}`, since, name: 'canceled', body: { order_id: id, locale } }
  })
}

export function lapsedNotice(body: LapsedOrder, since: Date): OrderNotice {
  return { id: `lapsed:${body.order_id}`, since, name: 'lapsed', body }
}

export async function shippedSince(container: MedusaContainer, since: Date): Promise<OrderNotice[]> {
  return shipmentNotices(container, { shipped_at: { $gte: since } })
}

/** Without those that staff shipped silently. */
export async function shipmentNotices(
  container: MedusaContainer,
  filters: Record<string, unknown>,
): Promise<OrderNotice[]> {
  type Fulfillment = {
    id: string
    shipped_at: Date | string | null
    canceled_at: Date | string | null
    metadata: { no_notification?: boolean } | null
    labels?: Label[] | null
    /** Missing from what comes back from a buyer. */
    order?: { id: string; locale: string | null } | null
  }
  const fields = [
    'id',
    'shipped_at',
    'canceled_at',
    'metadata',
    'labels.tracking_number',
    'labels.tracking_url',
    'order.id',
    'order.locale',
  ]
  const parcels = await rowsOf<Fulfillment>(container, 'fulfillment', fields, filters)
  return parcels.flatMap(({ id, shipped_at: at, canceled_at: canceled, metadata, labels, order }) => {
    if (!order || !at || canceled || metadata?.no_notification) return []
    const tracking = (labels ?? []).map(({ tracking_number, tracking_url }) => ({ tracking_number, tracking_url }))
    const body = { order_id: order.id, locale: order.locale, fulfillment_id: id, labels: tracking }
    return [{ id, since: new Date(at), name: 'shipped', body }]
  })
}

export async function refundedSince(container: MedusaContainer, since: Date): Promise<OrderNotice[]> {
  return refunds(container, { created_at: { $gte: since } })
}

export async function refundsOf(container: MedusaContainer, paymentId: string): Promise<OrderNotice[]> {
  const rows = await rowsOf<{ id: string }>(container, 'refund', ['id'], { payment_id: paymentId })
  return refunds(container, { reference_id: rows.map(({ id }) => id) })
}

async function refunds(container: MedusaContainer, filters: Record<string, unknown>): Promise<OrderNotice[]> {
  type Transaction = {
    reference_id: string
    /** Negative. */
    amount: number
    created_at: Date | string
    order_id: string
    order: { locale: string | null } | null
  }
  const fields = ['reference_id', 'amount', 'created_at', 'order_id', 'order.locale']
  const rows = await rowsOf<Transaction>(container, 'order_transaction', fields, { ...filters, reference: 'refund' })
  // What a cancellation pays back refers to the payment (`pay_`). The notice of the cancellation covers it.
  return rows
    .filter(({ reference_id: id }) => id.startsWith('ref_'))
    .map(({ reference_id: id, amount, created_at: at, order_id, order }) => ({
      id,
      since: new Date(at),
      name: 'refunded',
      body: { order_id, locale: order?.locale ?? null, refund_id: id, amount: Math.abs(amount) },
    }))
}

/** Only unanswered ones. */
export async function transfersSince(container: MedusaContainer, since: Date): Promise<OrderNotice[]> {
  const filters = { change_type: 'transfer', status: 'requested', requested_at: { $gte: since } }
  const changes = await rowsOf<Change>(container, 'order_change', CHANGE_FIELDS, filters)
  return changes.flatMap((change) => {
    const body = toTransfer(change)
    return body ? [{ id: change.id, since: new Date(change.requested_at), name: 'transfer-requested', body }] : []
  })
}

interface Change {
  id: string
  order_id: string
  requested_at: Date | string
  order: { locale: string | null } | null
  actions?: { action: string; details?: { token?: string } }[]
}

const CHANGE_FIELDS = ['id', 'order_id', 'requested_at', 'order.locale', 'actions.action', 'actions.details']

function toTransfer({ id, order_id, order, actions }: Change): TransferFacts | undefined {
  const token = actions?.find(({ action }) => action === 'TRANSFER_CUSTOMER')?.details?.token
  return token ? { order_id, locale: order?.locale ?? null, order_change_id: id, token } : undefined
}
