import type { SubscriberArgs } from '@medusajs/framework'
import type { MedusaContainer } from '@medusajs/framework/types'

import { notifyStorefront } from './notify-storefront.ts'
import {
  factsOf,
  lapsed,
  lapsedSince,
  placedSince,
  transferOf,
  transfersSince,
  type LapsedFacts,
  type Owed,
} from './order-facts.ts'

/**
 * A storefront that is being restarted, or has no database for a while, must not cost an email: a quarter of an hour.
 */
const PAUSES_MS = [0, 1_000, 4_000, 15_000, 40_000, 120_000, 300_000, 420_000]
const PATIENCE_MS = 10_000

/** Beyond this age nothing is told of any more: an email would only surprise. */
const OLDEST_MS = 86_400_000
/** A younger order may still be taken back, where its payment fails; its own event tells when it stands. */
const YOUNGEST_MS = 300_000

/**
 * Orders and transfers that the storefront has understood. Forgotten with this process: it hears of them again, and
 * writes once.
 */
const reported = new Set<string>()
/** How often the storefront would not hear of one. */
const refused = new Map<string, number>()

/** An order is there: anyone who placed it gets an email. */
export async function orderPlaced({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  if (!process.env['STOREFRONT_URL']) return
  const { id } = event.data
  // Not waited for: the order stands, whatever becomes of its email.
  void notify({ id, name: 'placed', body: await factsOf(container, id) })
}

/** Someone wants an order in their account: anyone who placed it is asked, with a link that only they get. */
export async function transferRequested({
  event,
  container,
}: SubscriberArgs<{ id: string; order_change_id: string }>): Promise<void> {
  if (!process.env['STOREFRONT_URL']) return
  const { order_change_id: id } = event.data
  const body = await transferOf(container, id)
  if (body) void notify({ id, name: 'transfer-requested', body })
}

/** An order was not paid in time and is canceled: its buyer gets an email. Not waited for. */
export function notifyOfLapsedOrder(body: LapsedFacts): void {
  if (process.env['STOREFRONT_URL']) void notify(lapsed(body, new Date()))
}

/** Tells of what its own event told no one: the storefront was away for long, or this process ended meanwhile. */
export async function notifyOfPendingOrders(container: MedusaContainer): Promise<void> {
  if (!process.env['STOREFRONT_URL']) return
  const since = new Date(Date.now() - OLDEST_MS)
  const kinds = [placedSince, lapsedSince, transfersSince]
  const owed = (await Promise.all(kinds.map((find) => find(container, since)))).flat()
  const ids = new Set(owed.map(({ id }) => id))
  for (const id of reported) if (!ids.has(id)) reported.delete(id)
  for (const id of refused.keys()) if (!ids.has(id)) refused.delete(id)

  const pending = owed.filter((one) => !reported.has(one.id) && Date.now() - one.since.getTime() >= YOUNGEST_MS)
  // One that is refused whatever else is well must keep no one from their email.
  for (const one of pending.toSorted((a, b) => clientErrorsOf(a) - clientErrorsOf(b))) {
    if (await notify(one, [0])) continue
    refused.set(one.id, clientErrorsOf(one) + 1)
    // Who does not hear of one mostly hears of none; there is a next time.
    return
  }
}

function clientErrorsOf({ id }: Owed): number {
  return refused.get(id) ?? 0
}

/** @returns whether the storefront has understood */
async function notify(
  { id, name, body }: Omit<Owed, 'since'>,
  pauses: readonly number[] = PAUSES_MS,
): Promise<boolean> {
  const isNotified = await notifyStorefront({
    path: `/api/_internal/orders/${name}`,
    body,
    pauses,
    patience: PATIENCE_MS,
  })
  if (isNotified) reported.add(id)
  return isNotified
}
