import type { Logger, MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils'
import { cancelOrderWorkflow } from '@medusajs/medusa/core-flows'

import { rowsOf } from '../rows.ts'
import { unpaidOrderDays } from '../settings.ts'

const DAY_MS = 86_400_000
const BATCH = 100
/** Medusa's manual payment provider, for payment by invoice. */
const INVOICE = 'pp_system'

/** Only an order with `held_until` can lapse, since its buyer was told the date when they placed it. */
interface HoldMetadata {
  /** ISO time; null once the order is paid or shipped. */
  held_until?: string | null
  lapsed_at?: string
}

interface HeldOrder {
  id: string
  status: string
  metadata: (HoldMetadata & Record<string, unknown>) | null
  payment_collections?: { id: string; payments?: Payment[] | null }[] | null
  fulfillments?: { canceled_at: unknown }[] | null
}

interface Payment {
  provider_id: string
  captured_at: unknown
  canceled_at: unknown
  captures?: unknown[] | null
}

const FIELDS = `id status metadata fulfillments.canceled_at payment_collections.id
  payment_collections.payments.provider_id payment_collections.payments.captured_at
  payment_collections.payments.canceled_at payment_collections.payments.captures.id`.split(/\s+/)

/** The buyer can read it. Empty for a paid order, or if reservations have no end. */
export async function holdOf(container: MedusaContainer, orderId: string): Promise<HoldMetadata> {
  const days = unpaidOrderDays()
  const order = days === 0 ? undefined : await readOrder(container, orderId)
  if (!order || !isUnpaid(order)) return {}
  // The email names only the day, so the reservation lasts until the end of that day.
  const held_until = `${new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)}T23:59:59.999Z`
  // The Store API does not show an order's own metadata to its buyer, so the payment collections hold a copy.
  for (const { id } of order.payment_collections ?? [])
    await container.resolve(Modules.PAYMENT).updatePaymentCollections(id, { metadata: { held_until } })
  return { held_until }
}

/** Job. An order that is paid in any way, or partly shipped, is not checked again. */
export async function cancelUnpaidOrders(container: MedusaContainer) {
  const log = container.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
  const orders = container.resolve(Modules.ORDER)
  for (const id of await findDue(container)) {
    // One by one, because an order may be paid while the orders before it are canceled.
    const order = await readOrder(container, id)
    if (!order) continue
    const { metadata } = order
    const heldUntil = metadata?.held_until ?? ''
    try {
      const isSent = (order.fulfillments ?? []).some(({ canceled_at: canceled }) => !canceled)
      if (!isUnpaid(order) || isSent) {
        await orders.updateOrders([{ id, metadata: { ...metadata, held_until: null, lapsed_at: null } }])
        continue
      }
      // First: the event of the cancellation then says that the order lapsed.
      await orders.updateOrders([{ id, metadata: { ...metadata, lapsed_at: heldUntil } }])
      await cancelOrderWorkflow(container).run({ input: { order_id: id } })
      log.info(`Order ${id} was not paid by ${heldUntil} and was canceled.`)
    } catch (error) {
      log.warn(`Order ${id} was not paid by ${heldUntil} and could not be canceled: ${String(error)}`)
    }
  }
}

/** The oldest first. Medusa's queries cannot compare metadata. */
async function findDue(container: MedusaContainer) {
  const { rows } = await container.resolve(ContainerRegistrationKeys.PG_CONNECTION).raw<{ rows: { id: string }[] }>(
    `SELECT id FROM "order" WHERE status = 'pending' AND deleted_at IS NULL AND metadata->>'held_until' <= ?
     ORDER BY metadata->>'held_until' LIMIT ?`,
    [new Date().toISOString(), BATCH],
  )
  return rows.map(({ id }) => id)
}

/**
 * Other payments count as paid unless canceled. A canceled invoice counts as unpaid, since a cancellation of the order
 * may have been interrupted.
 */
function isUnpaid({ payment_collections: collections }: HeldOrder) {
  const payments = (collections ?? [])
    .flatMap((collection) => collection.payments ?? [])
    .filter(({ provider_id: provider, canceled_at: canceled }) => !canceled || provider.startsWith(INVOICE))
  const isOpen = ({ provider_id: provider, captured_at: captured, captures }: Payment) =>
    provider.startsWith(INVOICE) && !captured && (captures ?? []).length === 0
  return payments.length > 0 && payments.every(isOpen)
}

async function readOrder(container: MedusaContainer, id: string) {
  const [order] = await rowsOf<HeldOrder>(container, 'order', FIELDS, { id })
  return order
}
