import type { MedusaContainer } from '@medusajs/framework/types'

import { isIncomplete } from '../orders/one-order.ts'
import type { LapsedOrder } from '../orders/unpaid-orders.ts'
import { rowsOf } from '../rows.ts'

/**
 * The data that the storefront needs to send an email. It contains no personal data, because the storefront reads that
 * itself.
 */
export interface OrderFacts {
  order_id: string
  /** The language of the order, as a BCP 47 tag with a region. */
  locale: string | null
  /** The id of the request that placed the order, which the logs name. */
  request_id?: string | undefined
}

export interface TransferFacts extends OrderFacts {
  order_change_id: string
  /** Authorizes its holder to accept or decline the transfer. */
  token: string
}

/** An event that the storefront has to be notified of. */
export interface OrderNotice {
  /** Unique among all notices: the id of the order or of its change, or `lapsed:` and the id of the order. */
  id: string
  since: Date
  /** The last segment of the path of the storefront's API. */
  name: 'placed' | 'transfer-requested' | 'lapsed'
  body: OrderFacts | TransferFacts | LapsedOrder
}

interface PlacedOrder {
  locale: string | null
  metadata: { request_id?: string } | null
}

/** @param id an order's id; the order need not exist */
export async function factsOf(container: MedusaContainer, id: string): Promise<OrderFacts> {
  const [order] = await rowsOf<PlacedOrder>(container, 'order', ['id', 'locale', 'metadata'], { id })
  return { order_id: id, locale: order?.locale ?? null, request_id: order?.metadata?.request_id }
}

/** @returns undefined if the transfer has no token, so that it cannot be answered */
export async function transferOf(container: MedusaContainer, id: string): Promise<TransferFacts | undefined> {
  const [change] = await rowsOf<Change>(container, 'order_change', CHANGE_FIELDS, { id })
  return change && toTransfer(change)
}

/** Notices of the orders that were placed since then. */
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

/** Notices of the orders that lapsed since then. */
export async function lapsedSince(container: MedusaContainer, since: Date): Promise<OrderNotice[]> {
  type Order = {
    id: string
    locale: string | null
    canceled_at: Date | string
    metadata: { lapsed_at?: string } | null
  }
  const fields = ['id', 'locale', 'canceled_at', 'metadata']
  const filters = { status: 'canceled', canceled_at: { $gte: since } }
  const orders = await rowsOf<Order>(container, 'order', fields, filters)
  return orders.flatMap(({ id, locale, canceled_at: at, metadata }) =>
    metadata?.lapsed_at ? [lapsedNotice({ order_id: id, locale, held_until: metadata.lapsed_at }, new Date(at))] : [],
  )
}

export function lapsedNotice(body: LapsedOrder, since: Date): OrderNotice {
  return { id: `lapsed:${body.order_id}`, since, name: 'lapsed', body }
}

/** Notices of the transfers that were requested since then and are unanswered. */
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
