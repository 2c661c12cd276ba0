import { Client } from 'pg'

import type { Backend } from '#test/support/commerce.ts'

interface OfficeOrder {
  items: { id: string; quantity: number; product_id: string }[]
  fulfillments: { id: string }[]
}

export interface Return {
  id: string
  status: string
  items: { item_id: string; quantity: number }[]
}

/** The shop's staff send an order, and hear that it has arrived. */
export async function deliver(commerce: Backend, orderId: string): Promise<void> {
  const path = `/admin/orders/${orderId}`
  const { stock_locations: locations } = await commerce.admin<{ stock_locations: { id: string }[] }>(
    '/admin/stock-locations',
  )
  const items = (await readOfficeOrder(commerce, orderId)).items.map(({ id, quantity }) => ({ id, quantity }))
  const body = { items, location_id: locations[0]?.id }
  await commerce.admin(`${path}/fulfillments`, { method: 'POST', body })
  const [sent] = (await readOfficeOrder(commerce, orderId)).fulfillments
  await commerce.admin(`${path}/fulfillments/${sent?.id}/shipments`, { method: 'POST', body: { items } })
  await commerce.admin(`${path}/fulfillments/${sent?.id}/mark-as-delivered`, { method: 'POST', body: {} })
}

/** The shop's staff take every piece out of an order. */
export async function takeOut(commerce: Backend, orderId: string): Promise<void> {
  const { items } = await readOfficeOrder(commerce, orderId)
  await commerce.admin('/admin/order-edits', { method: 'POST', body: { order_id: orderId } })
  const path = `/admin/order-edits/${orderId}`
  for (const { id } of items)
    await commerce.admin(`${path}/items/item/${id}`, { method: 'POST', body: { quantity: 0 } })
  await commerce.admin(`${path}/confirm`, { method: 'POST' })
}

export async function readOfficeOrder(commerce: Backend, orderId: string): Promise<OfficeOrder> {
  const path = `/admin/orders/${orderId}?fields=id,*items,fulfillments.id`
  return (await commerce.admin<{ order: OfficeOrder }>(path)).order
}

/** As if everything had been delivered so many days before. */
export async function ageDeliveries(commerce: Backend, orderId: string, days: number): Promise<void> {
  const ids = (await readOfficeOrder(commerce, orderId)).fulfillments.map(({ id }) => id)
  const client = new Client(commerce.shopDatabaseUrl)
  await client.connect()
  try {
    await client.query(
      'UPDATE fulfillment SET delivered_at = delivered_at - make_interval(days => $1) WHERE id = ANY($2)',
      [days, ids],
    )
  } finally {
    await client.end()
  }
}

/** What comes back of an order, as the shop's staff see it. */
export async function returnsOf(commerce: Backend, orderId: string): Promise<Return[]> {
  const { returns } = await commerce.admin<{ returns: Return[] }>(`/admin/returns?order_id=${orderId}&fields=*items`)
  return returns
}
