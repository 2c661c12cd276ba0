import type { SubscriberArgs } from '@medusajs/framework'
import type { MedusaContainer } from '@medusajs/framework/types'
import { Modules } from '@medusajs/framework/utils'

import type { LapsedOrder } from '../orders/unpaid-orders.ts'
import { notifyStorefront } from './notify-storefront.ts'
import {
  canceledSince,
  cancellationOf,
  factsOf,
  lapsedNotice,
  placedSince,
  refundedSince,
  refundsOf,
  shipmentNotices,
  shippedSince,
  transferOf,
  transfersSince,
  type OrderNotice,
} from './order-facts.ts'

/** For a quarter of an hour: a restart of the storefront or of its database must not lose an email. */
const PAUSES_MS = [0, 1_000, 4_000, 15_000, 40_000, 120_000, 300_000, 420_000]
const TIMEOUT_MS = 10_000

/** An email about an older event would only surprise its reader. */
const OLDEST_MS = 86_400_000
/** A younger order may still be undone if its payment fails; its own event announces it once it is complete. */
const YOUNGEST_MS = 300_000

/** A restart forgets them; the storefront then gets them again and ignores the repetition. */
const delivered = new Set<string>()
const rejections = new Map<string, number>()

export async function orderPlaced({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  if (!process.env['STOREFRONT_URL']) return
  const { id } = event.data
  // Not awaited: the order does not depend on its email.
  void notify({ id, name: 'placed', body: await factsOf(container, id) })
}

export async function transferRequested({
  event,
  container,
}: SubscriberArgs<{ id: string; order_change_id: string }>): Promise<void> {
  if (!process.env['STOREFRONT_URL']) return
  const { order_change_id: id } = event.data
  const body = await transferOf(container, id)
  if (body) void notify({ id, name: 'transfer-requested', body })
}

/** If staff chose not to notify the buyer, the fulfillment's metadata records that for the job. */
export async function orderShipped({
  event,
  container,
}: SubscriberArgs<{ id: string; no_notification?: boolean }>): Promise<void> {
  const { id, no_notification: isSilent } = event.data
  if (isSilent) {
    const fulfillments = container.resolve(Modules.FULFILLMENT)
    const { metadata } = await fulfillments.retrieveFulfillment(id)
    await fulfillments.updateFulfillment(id, { metadata: { ...metadata, no_notification: true } })
    return
  }
  await announce(async () => shipmentNotices(container, { id }))
}

export async function orderRefunded({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  await announce(async () => refundsOf(container, event.data.id))
}

export async function orderCanceled({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  await announce(async () => cancellationOf(container, event.data.id))
}

/** In the background. */
async function announce(find: () => Promise<OrderNotice[]>): Promise<void> {
  if (!process.env['STOREFRONT_URL']) return
  for (const notice of await find()) if (!delivered.has(notice.id)) void notify(notice)
}

export function notifyOfLapsedOrder(body: LapsedOrder): void {
  if (process.env['STOREFRONT_URL']) void notify(lapsedNotice(body, new Date()))
}

/** Job, for a long outage of the storefront or a restart of this process. */
export async function notifyOfPendingOrders(container: MedusaContainer): Promise<void> {
  if (!process.env['STOREFRONT_URL']) return
  const since = new Date(Date.now() - OLDEST_MS)
  const kinds = [placedSince, canceledSince, transfersSince, shippedSince, refundedSince]
  const notices = (await Promise.all(kinds.map((find) => find(container, since)))).flat()
  const ids = new Set(notices.map(({ id }) => id))
  for (const id of delivered) if (!ids.has(id)) delivered.delete(id)
  for (const id of rejections.keys()) if (!ids.has(id)) rejections.delete(id)

  const pending = notices.filter((one) => !delivered.has(one.id) && Date.now() - one.since.getTime() >= YOUNGEST_MS)
  // Notices that were rejected often come last, so that they do not block the others.
  for (const one of pending.toSorted((a, b) => rejectionsOf(a) - rejectionsOf(b))) {
    if (await notify(one, [0])) continue
    rejections.set(one.id, rejectionsOf(one) + 1)
    return
  }
}

function rejectionsOf({ id }: OrderNotice): number {
  return rejections.get(id) ?? 0
}

async function notify(
  { id, name, body }: Omit<OrderNotice, 'since'>,
  pauses: readonly number[] = PAUSES_MS,
): Promise<boolean> {
  const isNotified = await notifyStorefront({
    path: `/api/_internal/orders/${name}`,
    body,
    pauses,
    timeout: TIMEOUT_MS,
  })
  if (isNotified) delivered.add(id)
  return isNotified
}
