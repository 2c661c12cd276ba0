import type { AdminClient } from '#server/medusa/admin/admin-client.ts'
import { BackendError } from '#server/medusa/backend-error.ts'
import { toHundredths, type PriceUnit } from '#shared/money/to-hundredths.ts'

interface FindStrandedOptions {
  since: Date
  /** Younger payments and orders may still be in progress. */
  until: Date
  priceUnit: PriceUnit
}

interface Payment {
  amount: number
  currency_code: string
  provider_id: string
  created_at: string
  captured_at: string | null
  canceled_at: string | null
  data: Record<string, unknown> | null
  refunds: { amount: number }[] | null
  payment_collection: { cart: { id: string } | null; order: { id: string } | null } | null
}

interface Order {
  id: string
  display_id: number
  custom_display_id: string | null
  status: string
  created_at: string
  total: number
  currency_code: string
  payment_status: string
  cart: { id: string } | null
  payment_collections:
    | { payment_sessions: { provider_id: string; data: Record<string, unknown> | null }[] | null }[]
    | null
}

const PAYMENT_FIELDS =
  'id,amount,currency_code,provider_id,created_at,captured_at,canceled_at,data,refunds.amount,' +
  'payment_collection.cart.id,payment_collection.order.id'
const ORDER_FIELDS =
  'id,display_id,custom_display_id,status,created_at,total,currency_code,payment_status,cart.id,payment_collections.id,' +
  'payment_collections.payment_sessions.provider_id,payment_collections.payment_sessions.data'
const PAGE = 100
/** Medusa's manual provider takes no money, so its payments are never stranded. */
const INVOICE = 'pp_system'
const UNPAID = ['not_paid', 'awaiting', 'requires_action']
/** Keys of a payment's data that hold the provider's own id of the payment. */
const REFERENCES = ['capture_id', 'order_id', 'id']

/**
 * Finds captured payments without an order, and orders whose payment is missing.
 * @returns the oldest first
 * @throws BackendError
 */
export async function findStranded(adminClient: AdminClient, options: FindStrandedOptions): Promise<Stranded[]> {
  const created_at = { $gte: options.since.toISOString(), $lte: options.until.toISOString() }
  const payments = await readAll<Payment>(async (page) => {
    const answer = await adminClient.admin.payment.list({ fields: PAYMENT_FIELDS, created_at, ...page })
    return { rows: answer.payments as unknown as Payment[], count: answer.count }
  })
  const orders = await readAll<Order>(async (page) => {
    const answer = await adminClient.admin.order.list({ fields: ORDER_FIELDS, created_at, ...page })
    return { rows: answer.orders as unknown as Order[], count: answer.count }
  })
  return [
    ...payments.filter(isWithoutOrder).map(ofPayment),
    ...(await takenByPayPal(adminClient, options)),
    ...orders.filter(isWithoutPayment).map(ofOrder),
  ].toSorted((a, b) => a.at.localeCompare(b.at))

  function ofPayment(payment: Payment): Stranded {
    return {
      kind: 'paid-without-order',
      at: payment.created_at,
      amount: toHundredths(payment.amount, options.priceUnit, payment.currency_code),
      currency: payment.currency_code.toUpperCase(),
      cartId: payment.payment_collection?.cart?.id ?? null,
      orderId: null,
      orderNumber: null,
      provider: payment.provider_id,
      providerReference: referenceIn(payment.data),
    }
  }

  function ofOrder(order: Order): Stranded {
    const [session] = sessionsOf(order)
    return {
      kind: 'order-without-payment',
      at: order.created_at,
      amount: toHundredths(order.total, options.priceUnit, order.currency_code),
      currency: order.currency_code.toUpperCase(),
      cartId: order.cart?.id ?? null,
      orderId: order.id,
      orderNumber: order.custom_display_id ?? String(order.display_id),
      provider: session?.provider_id ?? null,
      providerReference: referenceIn(session?.data ?? null),
    }
  }
}

function isWithoutOrder({ provider_id, canceled_at, amount, refunds, payment_collection }: Payment): boolean {
  const refunded = (refunds ?? []).reduce((sum, refund) => sum + refund.amount, 0)
  return !provider_id.startsWith(INVOICE) && !canceled_at && refunded < amount && !payment_collection?.order
}

/**
 * An order that staff entered by hand has no payment session. An order whose placement was interrupted has a session
 * that was never carried out (also for an invoice), or has neither a session nor a cart.
 */
function isWithoutPayment(order: Order): boolean {
  if (order.status === 'canceled' || order.total <= 0 || !UNPAID.includes(order.payment_status)) return false
  const isInterrupted = order.cart === null && (order.payment_collections ?? []).length === 0
  return isInterrupted || sessionsOf(order).length > 0
}

function sessionsOf(order: Order) {
  return (order.payment_collections ?? []).flatMap(({ payment_sessions }) => payment_sessions ?? [])
}

function referenceIn(data: Record<string, unknown> | null): string | null {
  const found = REFERENCES.map((name) => data?.[name]).find((value) => typeof value === 'string')
  return typeof found === 'string' ? found : null
}

async function readAll<Row>(
  read: (page: { limit: number; offset: number }) => Promise<{ rows: Row[]; count: number }>,
): Promise<Row[]> {
  const all: Row[] = []
  for (;;) {
    const { rows, count } = await read({ limit: PAGE, offset: all.length })
    all.push(...rows)
    if (rows.length === 0 || all.length >= count) return all
  }
}

/** The response of `commerce/src/api/admin/paypal/taken`. */
interface TakenAnswer {
  payments: { at: string; amount: string; currency: string; cart_id: string | null; capture_id: string }[]
}

/**
 * Returns payments that PayPal has captured and the backend does not know yet. The backend queries PayPal, since it has
 * the keys.
 * @returns an empty list if the backend has no such route
 * @throws BackendError, also if PayPal does not respond
 */
async function takenByPayPal(admin: AdminClient, { since, until }: { since: Date; until: Date }) {
  const query = { since: since.toISOString(), until: until.toISOString() }
  const { payments } = await admin.fetch<TakenAnswer>('/admin/paypal/taken', { query }).catch((error: unknown) => {
    // An operator's own Medusa may lack this route.
    if (error instanceof BackendError && error.status === 404) return { payments: [] }
    throw error
  })
  return payments.map(({ at, amount, currency, cart_id: cartId, capture_id: providerReference }): Stranded => ({
    kind: 'paid-without-order',
    at,
    // PayPal amounts are in major units, whatever the backend's price unit is.
    amount: toHundredths(Number(amount), 'major'),
    currency,
    cartId,
    orderId: null,
    orderNumber: null,
    provider: 'pp_paypal_paypal',
    providerReference,
  }))
}

/** A payment without an order, or an order without its payment. It holds no personal data. */
export interface Stranded {
  kind: 'paid-without-order' | 'order-without-payment'
  /** ISO time. */
  at: string
  /** Integer hundredths. */
  amount: number
  /** ISO 4217, upper case. */
  currency: string
  cartId: string | null
  orderId: string | null
  /** The number that shoppers and staff know. */
  orderNumber: string | null
  /** Payment provider id, such as `pp_paypal_paypal`. */
  provider: string | null
  /** The provider's own id of the payment. */
  providerReference: string | null
}
