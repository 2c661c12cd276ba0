import { ORDER_FIELDS } from '#server/cart/to-order.ts'

import type { Backend } from './commerce.ts'
import { signedCall } from './sign-call.ts'

interface AdminOrder {
  id: string
  display_id: number
  custom_display_id: string
  email: string
  currency_code: string
  /** In major units, as in Medusa. */
  total: number
  tax_total: number
  item_subtotal: number
  shipping_subtotal: number
  items: { variant_id: string; quantity: number; unit_price: number; subtotal: number }[]
  shipping_address: { first_name: string; city: string; country_code: string }
}

const FIELDS =
  'id,display_id,custom_display_id,email,currency_code,total,tax_total,item_subtotal,shipping_subtotal,' +
  '*items,items.subtotal,*shipping_address'

export async function ordersOf(commerce: Backend, email: string): Promise<AdminOrder[]> {
  const path = `/admin/orders?fields=${encodeURIComponent(FIELDS)}&limit=100`
  const { orders } = await commerce.admin<{ orders: AdminOrder[] }>(path)
  return orders.filter((order) => order.email === email)
}

export function hundredths(amount: number): number {
  return Math.round(amount * 100)
}

export const EVENTS = '/api/_internal/events'

/** As Medusa reports it to the storefront. */
export async function placedEvent({ store }: Backend, id: string) {
  const path = `/store/orders/${id}?fields=${encodeURIComponent(ORDER_FIELDS)}`
  const { order } = await store<{ order: { id: string } }>(path)
  return { id: `order-placed:${id}`, kind: 'order-placed', locale: null, order, data: {} }
}

export async function reportPlaced(commerce: Backend, origin: string, id: string): Promise<void> {
  const { status } = await signedCall(origin + EVENTS, await placedEvent(commerce, id), commerce.secret)
  if (status !== 202) throw new Error(`the storefront answered ${status}`)
}
