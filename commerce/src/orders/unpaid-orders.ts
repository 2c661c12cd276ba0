import type { Logger, MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils'
import { cancelOrderWorkflow } from '@medusajs/medusa/core-flows'

import { unpaidOrderDays } from './unpaid-order-days.ts'

const DAY_MS = 86_400_000
const BATCH = 100
/** Medusa's own provider takes no money: an order that is paid by it waits for its invoice to be paid. */
const INVOICE = 'pp_system'

/**
 * What the order's metadata say of its reservation. Only an order that carries `held_until` ever lapses: its buyer was
 * told so when they placed it.
 */
export interface HoldMarks {
  /** ISO time until which the unpaid order holds its stock; null once it is paid or sent. */
  held_until?: string | null
  /** The same of an order that has lapsed. */
  lapsed_at?: string
}

interface Lapsed {
  order_id: string
  locale: string | null
  held_until: string
}

interface PaidOrder {
  id: string
  status: string
  locale: string | null
  metadata: (HoldMarks & Record<string, unknown>) | null
  payment_collections?: ({ id: string; payments?: (Payment | null)[] | null } | null)[] | null
  fulfillments?: ({ canceled_at: unknown } | null)[] | null
}

interface Payment {
  provider_id: string
  captured_at: unknown
  canceled_at: unknown
  captures?: unknown[] | null
}

const FIELDS = [
  'id',
  'status',
  'locale',
  'metadata',
  'fulfillments.canceled_at',
  'payment_collections.id',
  'payment_collections.payments.provider_id',
  'payment_collections.payments.captured_at',
  'payment_collections.payments.canceled_at',
  'payment_collections.payments.captures.id',
]

/** What a new order is marked with: until when it holds its stock unless it is paid. */
export async function holdOf(container: MedusaContainer, orderId: string): Promise<HoldMarks> {
  const days = unpaidOrderDays()
  const [order] = days === 0 ? [] : await read(container, [orderId])
  if (!order || !isUnpaid(order)) return {}
  // Its buyer is told the day, which counts to its end.
  const held_until = `${new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)}T23:59:59.999Z`
  // An order's own metadata are not shown to its buyer.
  for (const collection of order.payment_collections ?? [])
    if (collection)
      await container.resolve(Modules.PAYMENT).updatePaymentCollections(collection.id, { metadata: { held_until } })
  return { held_until }
}

/**
 * Cancels every order whose time to be paid has passed: its stock is free again, and its buyer gets an email. What was
 * paid in any way, or was sent in part, is left alone for good.
 * @param notify the storefront, which writes the email
 */
export async function cancelUnpaidOrders(container: MedusaContainer, notify: (lapsed: Lapsed) => void): Promise<void> {
  const log = container.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
  const orders = container.resolve(Modules.ORDER)
  for (const id of await findDue(container)) {
    // Read one by one: another order may be paid while the ones before it are canceled.
    const [order] = await read(container, [id])
    if (!order) continue
    const { locale, metadata } = order
    const heldUntil = metadata?.held_until ?? ''
    try {
      if (!isUnpaid(order) || isSent(order)) {
        await orders.updateOrders([{ id, metadata: { ...metadata, held_until: null, lapsed_at: null } }])
        continue
      }
      // Marked first: should this process end here, the next run cancels it, and its email is owed all the same.
      await orders.updateOrders([{ id, metadata: { ...metadata, lapsed_at: heldUntil } }])
      await cancelOrderWorkflow(container).run({ input: { order_id: id } })
      log.info(`Order ${id} was not paid until ${heldUntil}, and is canceled.`)
      notify({ order_id: id, locale, held_until: heldUntil })
    } catch (error) {
      log.warn(`Order ${id} was not paid until ${heldUntil}, and cannot be canceled: ${String(error)}`)
    }
  }
}

/** Ids of open orders whose time has passed, the oldest first. Medusa's queries cannot compare metadata. */
async function findDue(container: MedusaContainer): Promise<string[]> {
  const { rows } = await container.resolve(ContainerRegistrationKeys.PG_CONNECTION).raw<{ rows: { id: string }[] }>(
    `SELECT id FROM "order" WHERE status = 'pending' AND deleted_at IS NULL AND metadata->>'held_until' <= ?
     ORDER BY metadata->>'held_until' LIMIT ?`,
    [new Date().toISOString(), BATCH],
  )
  return rows.map(({ id }) => id)
}

/**
 * True of an order to be paid by invoice, of which nothing was captured. Any other payment counts as paid, unless it
 * was canceled. An invoice's payment that was canceled is unpaid: a cancellation of the order may have ended in
 * between.
 */
function isUnpaid({ payment_collections: collections }: PaidOrder): boolean {
  const payments = (collections ?? [])
    .flatMap((collection) => collection?.payments ?? [])
    .filter((payment) => payment !== null)
    .filter(({ provider_id: provider, canceled_at: canceled }) => !canceled || provider.startsWith(INVOICE))
  return (
    payments.length > 0 &&
    payments.every(
      ({ provider_id: provider, captured_at: captured, captures }) =>
        provider.startsWith(INVOICE) && !captured && (captures ?? []).length === 0,
    )
  )
}

function isSent({ fulfillments }: PaidOrder): boolean {
  return (fulfillments ?? []).some((one) => one !== null && !one.canceled_at)
}

async function read(container: MedusaContainer, ids: string[]): Promise<PaidOrder[]> {
  if (ids.length === 0) return []
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: 'order', fields: FIELDS, filters: { id: ids } })
  return data as PaidOrder[]
}
