import type { MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys } from '@medusajs/framework/utils'

import { isHalf } from '../orders/one-order.ts'

/** What the storefront is told, so that it writes an email; it reads the rest, and no one's address is sent around. */
export interface OrderFacts {
  order_id: string
  /** The language that it was placed in: a full tag. */
  locale: string | null
}

export interface TransferFacts extends OrderFacts {
  order_change_id: string
  /** Anyone who has it may answer. */
  token: string
}

export interface LapsedFacts extends OrderFacts {
  /** ISO time until which the products were held. */
  held_until: string
}

/** Something that an email is owed for. */
export interface Owed {
  /** Of the order, or of its change, or of an order that has lapsed: unique among all of them. */
  id: string
  since: Date
  /** The last segment of the storefront's address for it. */
  name: 'placed' | 'transfer-requested' | 'lapsed'
  body: OrderFacts | TransferFacts | LapsedFacts
}

/** @param id of an order, whether it can be found or not */
export async function factsOf(container: MedusaContainer, id: string): Promise<OrderFacts> {
  const [order] = await read<{ locale: string | null }>(container, 'order', ['id', 'locale'], { id })
  return { order_id: id, locale: order?.locale ?? null }
}

/** @returns undefined where no one could answer it */
export async function transferOf(container: MedusaContainer, id: string): Promise<TransferFacts | undefined> {
  const [change] = await read<Change>(container, 'order_change', CHANGE_FIELDS, { id })
  return change && toTransfer(change)
}

/** Orders that were placed since then. */
export async function placedSince(container: MedusaContainer, since: Date): Promise<Owed[]> {
  type Order = {
    id: string
    locale: string | null
    created_at: Date | string
    metadata: Record<string, unknown> | null
  }
  const fields = ['id', 'locale', 'created_at', 'metadata']
  const filters = { is_draft_order: false, created_at: { $gte: since } }
  const orders = await read<Order>(container, 'order', fields, filters)
  return orders
    .filter(({ metadata }) => !isHalf(metadata))
    .map(({ id, locale, created_at: at }) => ({
      id,
      since: new Date(at),
      name: 'placed',
      body: { order_id: id, locale },
    }))
}

/** Orders that were canceled since then because they were not paid in time. */
export async function lapsedSince(container: MedusaContainer, since: Date): Promise<Owed[]> {
  type Order = {
    id: string
    locale: string | null
    canceled_at: Date | string
    metadata: { lapsed_at?: string } | null
  }
  const fields = ['id', 'locale', 'canceled_at', 'metadata']
  const filters = { status: 'canceled', canceled_at: { $gte: since } }
  const orders = await read<Order>(container, 'order', fields, filters)
  return orders.flatMap(({ id, locale, canceled_at: at, metadata }) =>
    metadata?.lapsed_at ? [lapsed({ order_id: id, locale, held_until: metadata.lapsed_at }, new Date(at))] : [],
  )
}

export function lapsed(body: LapsedFacts, since: Date): Owed {
  return { id: `lapsed:${body.order_id}`, since, name: 'lapsed', body }
}

/** Transfers that were asked for since then, and that no one has answered. */
export async function transfersSince(container: MedusaContainer, since: Date): Promise<Owed[]> {
  const filters = { change_type: 'transfer', status: 'requested', requested_at: { $gte: since } }
  const changes = await read<Change>(container, 'order_change', CHANGE_FIELDS, filters)
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

async function read<Row>(
  container: MedusaContainer,
  entity: string,
  fields: string[],
  filters: Record<string, unknown>,
): Promise<Row[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  return (await query.graph({ entity, fields, filters })).data as Row[]
}
