import type { Backend } from './commerce.ts'

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
