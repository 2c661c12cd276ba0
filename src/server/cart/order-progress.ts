import type { HttpTypes } from '@medusajs/types'

import { deliveryDays, workshopDay, type DaysOnTheWay, type Workshop } from '#shared/delivery/delivery-days.ts'
import type { Order } from '#shared/order/order.ts'

type Payment = Order['payment']

interface BackendPayment {
  provider_id?: string | null
  captured_at?: string | Date | null
}

interface BackendFulfillment {
  id: string
  shipped_at?: string | Date | null
  canceled_at?: string | Date | null
  labels?: readonly ({ tracking_number?: string | null; tracking_url?: string | null } | null)[] | null
}

/** Values of `payment_status` after money was captured. */
export const PAID_STATES: readonly string[] = ['captured', 'partially_captured', 'refunded', 'partially_refunded']

const LONGEST_NUMBER = 100
const INVOICE = /^pp_system/
const PAYPAL = /^pp_paypal/

/** Medusa shows tracking numbers to shoppers only if it is set up as in `commerce/src/api/middlewares.ts`. */
export const PROGRESS_FIELDS = '*payment_collections.payments,*fulfillments,*fulfillments.labels'

/** @param amount converts the backend's amounts to hundredths */
export function toPayment(order: HttpTypes.StoreOrder, amount: (value: number) => number): Payment {
  const [payment] = paymentsOf(order)
  const provider = payment?.provider_id ?? ''
  const method = INVOICE.test(provider) ? 'invoice' : PAYPAL.test(provider) ? 'paypal' : 'other'
  const state = paymentState(order, method)
  const due = order.summary?.pending_difference ?? order.total
  const refunded = (order.payment_collections ?? []).reduce((sum, { refunded_amount: part }) => sum + (part ?? 0), 0)
  return {
    method,
    state,
    amount_due: state === 'due' ? Math.max(0, amount(due)) : 0,
    amount_refunded: amount(refunded),
  }
}

function paymentState(order: HttpTypes.StoreOrder, method: Payment['method']): Payment['state'] {
  const { payment_status: status } = order
  if (status === 'refunded') return 'refunded'
  if (status === 'partially_refunded') return 'partly_refunded'
  if (order.total === 0) return 'none'
  if (status === 'captured') return 'paid'
  if (order.status === 'canceled' || status === 'canceled') return 'none'
  return method === 'invoice' ? 'due' : 'pending'
}

export function toState(order: HttpTypes.StoreOrder, { state: payment }: Payment): Order['state'] {
  if (order.status === 'canceled') return 'canceled'
  const lines = order.items ?? []
  const back = lines.map(({ quantity, detail }) => [quantity, detail?.return_received_quantity ?? 0] as const)
  if (lines.length > 0 && back.every(([quantity, returned]) => returned >= quantity)) return 'returned'
  if (back.some(([, returned]) => returned > 0)) return 'partly_returned'
  const sent = SENT[order.fulfillment_status]
  if (sent) return sent
  if (payment === 'due') return 'awaiting_payment'
  if (payment === 'refunded') return 'refunded'
  return payment === 'pending' ? 'placed' : 'paid'
}

const SENT: Record<string, Order['state'] | undefined> = {
  partially_fulfilled: 'preparing',
  fulfilled: 'preparing',
  partially_shipped: 'partly_shipped',
  shipped: 'shipped',
  partially_delivered: 'partly_delivered',
  delivered: 'delivered',
}

/** @param parcel the id of one fulfillment; all of them by default */
export function toShipments(order: HttpTypes.StoreOrder, parcel?: string): Order['shipments'] {
  const parcels = (order.fulfillments ?? []) as readonly BackendFulfillment[]
  return (
    parcels
      .filter(({ id, shipped_at: sent, canceled_at: canceled }) => sent && !canceled && (!parcel || id === parcel))
      .flatMap(({ labels }) => labels ?? [])
      .flatMap((label) => {
        const number = label?.tracking_number?.trim().slice(0, LONGEST_NUMBER)
        return number ? [{ number, url: webAddress(label?.tracking_url) }] : []
      })
      // The backend returns them in no defined order.
      .toSorted((a, b) => (a.number < b.number ? -1 : 1))
  )
}

/** Staff and carriers' programs enter the link: only http(s) URLs without a password are accepted. */
function webAddress(typed: string | null | undefined): string | null {
  const url = URL.parse(typed?.trim() ?? '')
  if (!url || !['https:', 'http:'].includes(url.protocol) || url.username || url.password) return null
  return url.href
}

interface Course {
  payment: Payment
  state: Order['state']
  /** Undefined if the operator has not set the delivery time. */
  days: DaysOnTheWay | undefined
  workshop: Workshop
  /** Working days of making. */
  leadDays: number
}

/** Counted from the order, or from the payment of an invoice; null if unknown or if nothing more arrives. */
export function toArrival(
  order: HttpTypes.StoreOrder,
  { payment, state, days, workshop, leadDays }: Course,
): Order['arrival'] {
  if (!days || ENDED.has(state)) return null
  if (state === 'awaiting_payment') {
    const now = new Date()
    return { ...deliveryDays(now, days, workshop, leadDays), if_paid_on: workshopDay(now, workshop) }
  }
  const paid = payment.method === 'invoice' ? paymentsOf(order)[0]?.captured_at : undefined
  return { ...deliveryDays(new Date(paid ?? order.created_at), days, workshop, leadDays), if_paid_on: null }
}

const ENDED: ReadonlySet<Order['state']> = new Set(['delivered', 'partly_returned', 'returned', 'refunded', 'canceled'])

function paymentsOf({ payment_collections: collections }: HttpTypes.StoreOrder): readonly BackendPayment[] {
  return (collections ?? []).flatMap((collection) =>
    ((collection.payments ?? []) as readonly (BackendPayment | null)[]).filter((payment) => payment !== null),
  )
}
