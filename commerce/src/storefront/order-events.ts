import type { MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys } from '@medusajs/framework/utils'
import { getOrderDetailWorkflow } from '@medusajs/medusa/core-flows'

import { notifyStorefront } from './notify-storefront.ts'

const PATH = '/api/_internal/events'
const TIMEOUT_MS = 10_000

// Triggers write the rows: see `src/migration-scripts/storefront-events.js`.
interface OrderEvent {
  /** The storefront ignores one that it knows. */
  id: string
  kind: string
  order_id: string
  data: object
}

/** An email about an older event would only surprise its reader. An undone shipment or an answered transfer needs none. */
const FORGET = `
  DELETE FROM storefront_event AS event WHERE created_at < now() - interval '1 day'
    OR (kind = 'order-shipped' AND NOT EXISTS (SELECT FROM fulfillment AS parcel
      WHERE parcel.id = event.data->>'fulfillment_id' AND parcel.shipped_at IS NOT NULL))
    OR (kind = 'transfer-requested' AND NOT EXISTS (SELECT FROM order_change AS change
      WHERE event.id = event.kind || ':' || change.id AND change.status = 'requested' AND change.deleted_at IS NULL))`

/** For longer than a try takes, no other process takes the same one. One that failed comes after the others. */
const TAKE = `
  UPDATE storefront_event SET tries = tries + 1, next_try_at = now() + interval '15 seconds' WHERE id = (
    SELECT id FROM storefront_event WHERE next_try_at <= now()
    ORDER BY tries, created_at LIMIT 1 FOR UPDATE SKIP LOCKED
  ) RETURNING id, kind, order_id, data`

const RELEASE = 'UPDATE storefront_event SET next_try_at = now() WHERE id = ?'

/** What `toOrder()` of the storefront reads. */
const FIELDS = `id display_id custom_display_id status created_at currency_code locale email summary total tax_total
  discount_total discount_tax_total item_total item_tax_total shipping_total shipping_tax_total credit_line_total cart.id
  items.* items.detail.* items.tax_lines.* items.adjustments.* items.discount_tax_total shipping_methods.*
  shipping_methods.tax_lines.* shipping_methods.adjustments.* shipping_methods.tax_total shipping_address.*
  billing_address.* payment_collections.payments.provider_id payment_collections.payments.captured_at
  fulfillments.labels.*`.split(/\s+/)

/** Job. The oldest first, until one fails. */
export async function deliverOrderEvents(container: MedusaContainer): Promise<void> {
  const database = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  await database.raw(FORGET)
  if (!process.env['STOREFRONT_URL']) return
  for (;;) {
    const [event] = (await database.raw<{ rows: OrderEvent[] }>(TAKE)).rows
    if (!event) return
    if (!(await deliver(container, event))) return void (await database.raw(RELEASE, [event.id]))
    await database.raw('DELETE FROM storefront_event WHERE id = ?', [event.id])
  }
}

async function deliver(container: MedusaContainer, { order_id, ...event }: OrderEvent) {
  const { result: order } = await getOrderDetailWorkflow(container).run({ input: { order_id, fields: FIELDS } })
  const body = { ...event, locale: order.locale ?? null, order }
  return notifyStorefront({ path: PATH, body, pauses: [0], timeout: TIMEOUT_MS })
}
