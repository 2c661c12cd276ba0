import type { HttpTypes } from '@medusajs/types'

import type { StaffApi } from '#server/medusa/admin/staff-api.ts'
import { toDecimal } from '#shared/money/format-money.ts'
import { toHundredths, type PriceUnit } from '#shared/money/to-hundredths.ts'

import { numberOf } from './find-order.ts'

interface DueOrder {
  /** The payment reference. */
  custom_display_id: string
  email: string
  /** A decimal in the order's currency, such as `1234.50`. */
  amount: string
  currency_code: string
  created_at: string
  /** ISO time until which the pieces are held; null without a limit. */
  held_until: string | null
}

const PAGE = 100
const FIELDS =
  'id,display_id,custom_display_id,email,currency_code,created_at,metadata,status,total,summary,' +
  'payment_collections.payments.provider_id,payment_collections.payments.captured_at,payment_collections.payments.canceled_at'
const INVOICE = /^pp_system/

/**
 * Lists the orders that were placed on invoice and are not paid, the oldest first.
 * @throws BackendError
 */
export async function listDueOrders({ order: api }: StaffApi, unit: PriceUnit): Promise<DueOrder[]> {
  const due: DueOrder[] = []
  for (let offset = 0, count = 1; offset < count; offset += PAGE) {
    const query = { status: 'pending' as const, order: 'created_at', fields: FIELDS, limit: PAGE, offset }
    const page = await api.list(query)
    count = page.count
    for (const order of page.orders) {
      const amount = amountDue(order, unit)
      if (amount > 0) due.push(toRow(order, amount))
    }
  }
  return due
}

/** Returns hundredths; 0 if the order is paid, or by another provider. */
function amountDue(
  { summary, total, currency_code: currency, payment_collections: collections }: HttpTypes.AdminOrder,
  unit: PriceUnit,
): number {
  const payments = (collections ?? []).flatMap(({ payments: made }) => made ?? [])
  const isInvoice = payments.some(
    ({ provider_id: provider, captured_at: captured, canceled_at: canceled }) =>
      INVOICE.test(provider) && !captured && !canceled,
  )
  return isInvoice ? Math.max(0, toHundredths(summary?.pending_difference ?? total, unit, currency)) : 0
}

function toRow(order: HttpTypes.AdminOrder, amount: number): DueOrder {
  const held: unknown = order.metadata?.['held_until']
  return {
    custom_display_id: numberOf(order),
    email: order.email ?? '',
    amount: toDecimal(amount),
    currency_code: order.currency_code.toUpperCase(),
    created_at: String(order.created_at),
    held_until: typeof held === 'string' ? held : null,
  }
}
