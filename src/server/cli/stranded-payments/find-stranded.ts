import type { AdminClient } from '#server/medusa/admin/admin-client.ts'
import { BackendError } from '#server/medusa/backend-error.ts'
import { toHundredths, type PriceUnit } from '#shared/money/to-hundredths.ts'

interface FindStrandedOptions {
  since: Date
  /** What is younger may still be under way. */
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
/** An invoice takes no money: neither does its order wait for any, nor is anything paid without one. */
const INVOICE = 'pp_system'
const UNPAID = ['not_paid', 'awaiting', 'requires_action']
/** Where providers keep their own name for a payment. */
const REFERENCES = ['capture_id', 'order_id', 'id']

/**
 * Looks for money that was taken without an order, and for orders whose payment never came.
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
      amount: toHundredths(payment.amount, options.priceUnit),
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
      amount: toHundredths(order.total, options.priceUnit),
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
 * What staff enter by hand has no session of a shopper's; what was cut short on its way has one that was never
 * carried out, an invoice's too, or not even that, nor a cart.
 */
function isWithoutPayment(order: Order): boolean {
  if (order.status === 'canceled' || order.total <= 0 || !UNPAID.includes(order.payment_status)) return false
  const isCutShort = order.cart === null && (order.payment_collections ?? []).length === 0
  return isCutShort || sessionsOf(order).length > 0
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

/** As `commerce/src/api/admin/paypal/taken` tells it. */
interface Taken {
  payments: { at: string; amount: string; currency: string; cart_id: string | null; capture_id: string }[]
}

/**
 * Money that PayPal has taken and the backend does not know of yet: it is asked there, where the account's keys are.
 * @returns nothing where the backend cannot ask
 * @throws BackendError also where PayPal does not answer
 */
async function takenByPayPal(admin: AdminClient, { since, until }: { since: Date; until: Date }) {
  const query = { since: since.toISOString(), until: until.toISOString() }
  const { payments } = await admin.fetch<Taken>('/admin/paypal/taken', { query }).catch((error: unknown) => {
    // A Medusa of one's own need not have this question.
    if (error instanceof BackendError && error.status === 404) return { payments: [] }
    throw error
  })
  return payments.map(({ at, amount, currency, cart_id: cartId, capture_id: providerReference }): Stranded => ({
    kind: 'paid-without-order',
    at,
    // PayPal counts in whole units, whatever the backend does.
    amount: toHundredths(Number(amount), 'major'),
    currency,
    cartId,
    orderId: null,
    orderNumber: null,
    provider: 'pp_paypal_paypal',
    providerReference,
  }))
}

/** A payment without an order, or an order without its payment. No one's address is in it. */
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
  /** What shoppers and staff call the order. */
  orderNumber: string | null
  /** Of the payment, such as `pp_paypal_paypal`. */
  provider: string | null
  /** What the provider calls the payment. */
  providerReference: string | null
}
