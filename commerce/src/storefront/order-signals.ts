import type { SubscriberArgs } from '@medusajs/framework'
import type { MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys } from '@medusajs/framework/utils'

import { isHalf } from '../orders/one-order.ts'
import { tellStorefront } from './tell-storefront.ts'

/** A storefront that is being restarted, or has no database for a while, must not cost a letter: a quarter of an hour. */
const PAUSES_MS = [0, 1_000, 4_000, 15_000, 40_000, 120_000, 300_000, 420_000]
const PATIENCE_MS = 10_000

/** Beyond this age an order is not told of any more: a letter would only surprise. */
const OLDEST_MS = 86_400_000
/** A younger one may still be taken back, where its payment fails; its own event tells when it stands. */
const YOUNGEST_MS = 300_000

/** Orders that the storefront has understood. Forgotten with this process: it hears of them again, and writes once. */
const told = new Set<string>()

/** An order is there: whoever placed it gets a letter. */
export async function orderPlaced({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  if (!process.env['STOREFRONT_URL']) return
  const { id } = event.data
  // Not waited for: the order stands, whatever becomes of its letter.
  void tell('placed', await factsOf(container, id)).then((isTold) => isTold && told.add(id))
}

/** Tells of orders whose own event told nobody: the storefront was away for long, or this process ended meanwhile. */
export async function tellOfUntoldOrders(container: MedusaContainer): Promise<void> {
  if (!process.env['STOREFRONT_URL']) return
  const orders = await latestOrders(container)
  const ids = new Set(orders.map(({ id }) => id))
  for (const id of told) if (!ids.has(id)) told.delete(id)
  for (const { id, locale, created_at: placedAt } of orders) {
    if (told.has(id) || Date.now() - new Date(placedAt).getTime() < YOUNGEST_MS) continue
    // Who does not hear of one hears of none; there is a next time.
    if (!(await tell('placed', { order_id: id, locale }, [0]))) return
    told.add(id)
  }
}

/** Somebody wants an order in their account: whoever placed it is asked, with a link that only they get. */
export async function transferRequested({
  event,
  container,
}: SubscriberArgs<{ id: string; order_change_id: string }>): Promise<void> {
  if (!process.env['STOREFRONT_URL']) return
  const { id, order_change_id: change } = event.data
  const [facts, token] = await Promise.all([factsOf(container, id), tokenOf(container, change)])
  if (token) void tell('transfer-requested', { ...facts, order_change_id: change, token })
}

interface LatestOrder {
  id: string
  locale: string | null
  created_at: Date | string
  metadata: Record<string, unknown> | null
}

async function latestOrders(container: MedusaContainer): Promise<LatestOrder[]> {
  const since = new Date(Date.now() - OLDEST_MS)
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: 'order',
    fields: ['id', 'locale', 'created_at', 'metadata'],
    filters: { is_draft_order: false, created_at: { $gte: since } },
  })
  return (data as LatestOrder[]).filter(({ metadata }) => !isHalf(metadata))
}

/** What the storefront cannot read by itself; it reads the rest, so nobody's address is sent around. */
async function factsOf(container: MedusaContainer, id: string): Promise<{ order_id: string; locale: string | null }> {
  const [order] = await read<{ locale: string | null }>(container, 'order', ['id', 'locale'], id)
  return { order_id: id, locale: order?.locale ?? null }
}

async function tokenOf(container: MedusaContainer, change: string): Promise<string | undefined> {
  type Change = { actions?: { action: string; details?: { token?: string } }[] }
  const fields = ['id', 'actions.action', 'actions.details']
  const [found] = await read<Change>(container, 'order_change', fields, change)
  return found?.actions?.find(({ action }) => action === 'TRANSFER_CUSTOMER')?.details?.token
}

async function read<Row>(container: MedusaContainer, entity: string, fields: string[], id: string): Promise<Row[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  return (await query.graph({ entity, fields, filters: { id } })).data as Row[]
}

/** @returns whether the storefront has understood */
async function tell(name: string, body: object, pauses: readonly number[] = PAUSES_MS): Promise<boolean> {
  return tellStorefront({ path: `/api/_internal/orders/${name}`, body, pauses, patience: PATIENCE_MS })
}
