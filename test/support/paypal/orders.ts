import { randomBytes } from 'node:crypto'

export interface Money {
  currency_code: string
  value: string
}

export interface Capture {
  id: string
  status: 'COMPLETED' | 'PENDING' | 'REFUNDED' | 'PARTIALLY_REFUNDED'
  amount: Money
  custom_id: string
}

export interface Order {
  id: string
  intent: string
  status: 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED'
  purchase_units: {
    reference_id: string
    custom_id: string
    amount: Money
    payments?: { captures: Capture[] }
  }[]
  /** Empty for a wallet, which confirms the order later. */
  payment_source: {
    paypal?: { experience_context?: Experience }
    card?: { experience_context?: Experience; authentication_result?: Authentication }
  }
  links: { href: string; rel: string; method: string }[]
}

interface Experience {
  return_url?: string
  cancel_url?: string
  locale?: string
  user_action?: string
}

interface Authentication {
  liability_shift: 'NO' | 'POSSIBLE' | 'UNKNOWN'
  three_d_secure: { enrollment_status: string; authentication_status?: string }
}

export interface Refund {
  id: string
  captureId: string
  amount: Money
  status: 'COMPLETED'
}

export const PAYPAL_ORIGIN = 'https://www.sandbox.paypal.com'

export function drawId(): string {
  return randomBytes(9).toString('hex').slice(0, 17).toUpperCase()
}

export function makeOrder(body: Partial<Order>): Order {
  const id = drawId()
  const [unit] = body.purchase_units ?? []
  const source = body.payment_source ?? {}
  const link = { href: `${PAYPAL_ORIGIN}/checkoutnow?token=${id}`, rel: 'payer-action', method: 'GET' }
  return {
    id,
    intent: body.intent ?? '',
    status: source.paypal ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    purchase_units: [
      {
        reference_id: 'default',
        custom_id: unit?.custom_id ?? '',
        amount: unit?.amount ?? { currency_code: '', value: '' },
      },
    ],
    payment_source: source,
    links: source.paypal ? [link] : [],
  }
}

export function amountOf(order: Order): Money {
  return order.purchase_units[0]?.amount ?? { currency_code: '', value: '' }
}

export function captureOf(order: Order): Capture | undefined {
  return capturesOf(order)[0]
}

export function capturesOf(order: Order): Capture[] {
  return order.purchase_units.flatMap(({ payments }) => payments?.captures ?? [])
}

export function capture(order: Order, status: Capture['status'] = 'COMPLETED'): void {
  const [unit] = order.purchase_units
  if (!unit) return
  unit.payments = { captures: [{ id: drawId(), status, amount: unit.amount, custom_id: unit.custom_id }] }
  order.status = 'COMPLETED'
}
