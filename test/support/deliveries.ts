import type { Backend } from './commerce.ts'
import { inDatabase } from './databases.ts'

interface AdminOrderDetails {
  items: { id: string; quantity: number; product_id: string }[]
  fulfillments: { id: string; canceled_at: string | null }[]
}

interface Return {
  id: string
  status: string
  items: { item_id: string; quantity: number }[]
}

const post = <Answer = object>({ admin }: Backend, path: string, body: object = {}) =>
  admin<Answer>(path, { method: 'POST', body })

export async function deliver(commerce: Backend, orderId: string): Promise<void> {
  await pack(commerce, orderId)
  await ship(commerce, orderId)
  await arrive(commerce, orderId)
}

export async function pack(commerce: Backend, orderId: string): Promise<void> {
  const body = { items: await productsOf(commerce, orderId), location_id: await workshopOf(commerce) }
  await post(commerce, `/admin/orders/${orderId}/fulfillments`, body)
}

export async function ship(
  commerce: Backend,
  orderId: string,
  labels: readonly object[] = [],
  more: { no_notification?: boolean } = {},
): Promise<void> {
  const body = { items: await productsOf(commerce, orderId), labels, ...more }
  await post(commerce, `${await parcelOf(commerce, orderId)}/shipments`, body)
}

export async function cancelParcel(commerce: Backend, orderId: string): Promise<void> {
  await post(commerce, `${await parcelOf(commerce, orderId)}/cancel`)
}

export async function arrive(commerce: Backend, orderId: string): Promise<void> {
  await post(commerce, `${await parcelOf(commerce, orderId)}/mark-as-delivered`)
}

export async function returnAll(commerce: Backend, orderId: string): Promise<void> {
  await receiveAll(commerce, orderId, await requestReturn(commerce, orderId))
}

export async function requestReturn(commerce: Backend, orderId: string): Promise<string> {
  const body = { order_id: orderId, location_id: await workshopOf(commerce) }
  const { return: begun } = await post<{ return: { id: string } }>(commerce, '/admin/returns', body)
  const items = await productsOf(commerce, orderId)
  const path = `/admin/returns/${begun.id}`
  await post(commerce, `${path}/request-items`, { items })
  await post(commerce, `${path}/request`)
  return begun.id
}

export async function receiveAll(commerce: Backend, orderId: string, returnId: string): Promise<void> {
  const items = await productsOf(commerce, orderId)
  const path = `/admin/returns/${returnId}`
  await post(commerce, `${path}/receive`)
  await post(commerce, `${path}/receive-items`, { items })
  await post(commerce, `${path}/receive/confirm`)
}

export async function capture(commerce: Backend, orderId: string): Promise<void> {
  await post(commerce, `/admin/payments/${await paymentOf(commerce, orderId)}/capture`)
}

export async function refund(commerce: Backend, orderId: string, amount: number): Promise<void> {
  const path = `/admin/payments/${await paymentOf(commerce, orderId)}/refund`
  await post(commerce, path, { amount })
}

async function paymentOf(commerce: Backend, orderId: string): Promise<string | undefined> {
  const path = `/admin/orders/${orderId}?fields=id,*payment_collections.payments`
  const { order } = await commerce.admin<{ order: { payment_collections: { payments: { id: string }[] }[] } }>(path)
  return order.payment_collections[0]?.payments[0]?.id
}

async function workshopOf(commerce: Backend): Promise<string | undefined> {
  const path = '/admin/stock-locations'
  const { stock_locations: locations } = await commerce.admin<{ stock_locations: { id: string }[] }>(path)
  return locations[0]?.id
}

async function productsOf(commerce: Backend, orderId: string): Promise<{ id: string; quantity: number }[]> {
  return (await readAdminOrder(commerce, orderId)).items.map(({ id, quantity }) => ({ id, quantity }))
}

async function parcelOf(commerce: Backend, orderId: string): Promise<string> {
  const sent = (await readAdminOrder(commerce, orderId)).fulfillments.find((one) => !one.canceled_at)
  return `/admin/orders/${orderId}/fulfillments/${sent?.id}`
}

export async function takeOut(commerce: Backend, orderId: string): Promise<void> {
  const { items } = await readAdminOrder(commerce, orderId)
  await post(commerce, '/admin/order-edits', { order_id: orderId })
  const path = `/admin/order-edits/${orderId}`
  for (const { id } of items) await post(commerce, `${path}/items/item/${id}`, { quantity: 0 })
  await post(commerce, `${path}/confirm`)
}

export async function readAdminOrder(commerce: Backend, orderId: string): Promise<AdminOrderDetails> {
  const path = `/admin/orders/${orderId}?fields=id,*items,fulfillments.id,fulfillments.canceled_at`
  return (await commerce.admin<{ order: AdminOrderDetails }>(path)).order
}

export async function ageDeliveries(commerce: Backend, orderId: string, days: number): Promise<void> {
  const ids = (await readAdminOrder(commerce, orderId)).fulfillments.map(({ id }) => id)
  await inDatabase(
    commerce.shopDatabaseUrl,
    'UPDATE fulfillment SET delivered_at = delivered_at - make_interval(days => $1) WHERE id = ANY($2)',
    [days, ids],
  )
}

export async function returnsOf(commerce: Backend, orderId: string): Promise<Return[]> {
  const { returns } = await commerce.admin<{ returns: Return[] }>(`/admin/returns?order_id=${orderId}&fields=*items`)
  return returns
}
