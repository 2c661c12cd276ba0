import type { HttpTypes } from '@medusajs/types'
import type { Test } from 'tap'

import { createAdminClient, type AdminClient } from '#server/medusa/admin/admin-client.ts'
import type { StaffApi } from '#server/medusa/admin/staff-api.ts'
import { createBackend } from '#server/medusa/http.ts'
import { listProducts } from '#test/server/shop-server.ts'
import { startBreakingProxy, type BreakingProxy } from '#test/support/breaking-proxy.ts'
import type { Backend } from '#test/support/commerce.ts'
import { ownCommerce } from '#test/support/test-shop.ts'

const EMAIL = 'ada@shopper.example'
const ADDRESS = {
  first_name: 'Ada',
  last_name: 'King',
  address_1: 'Lindenstr. 4',
  city: 'Berlin',
  postal_code: '10969',
  country_code: 'de',
}

/** Includes, for each line item, how many were shipped and returned. */
const ORDER_FIELDS =
  '*items,*items.detail,*fulfillments,*summary,total,display_id,custom_display_id,status,payment_status,fulfillment_status,email,*shipping_methods'

/** Admin API clients of a real Medusa with products in stock. */
export interface AdminScenario {
  commerce: Backend
  client: AdminClient
  admin: StaffApi
  /** The same API through a proxy that fails the call that `breakWrite` names. */
  far: StaffApi
  breakWrite: BreakingProxy['breakWrite']
  /** Variant ids. */
  ring: string
  necklace: string
  other: string
  location_id: string
  /** Places an order of this many rings (2 by default) and one necklace. */
  place: (rings?: number) => Promise<HttpTypes.AdminOrder>
  read: (id: string) => Promise<HttpTypes.AdminOrder>
}

export async function openAdminScenario(t: Test): Promise<AdminScenario> {
  const commerce = await ownCommerce()
  const client = createAdminClient({ baseUrl: commerce.medusaUrl, auth: { apiKey: commerce.adminKey } })
  const proxy = await startBreakingProxy(t, commerce.medusaUrl)
  const distant = createAdminClient({ baseUrl: proxy.url, auth: { apiKey: commerce.adminKey } })
  t.teardown(() => Promise.all([client.close(), distant.close()]))
  const { admin } = client
  const [ring = '', necklace = '', other = ''] = await listProducts(commerce, 20)
  const { stock_locations } = await admin.stockLocation.list({ fields: 'id' })
  const location_id = stock_locations[0]?.id ?? ''
  await fill(admin, [ring, necklace, other], location_id)
  return {
    commerce,
    client,
    admin,
    far: distant.admin,
    breakWrite: proxy.breakWrite,
    ring,
    necklace,
    other,
    location_id,
    place: (rings = 2) =>
      placeOrder(commerce, client, [
        { variant_id: ring, quantity: rings },
        { variant_id: necklace, quantity: 1 },
      ]),
    read: async (id) => (await admin.order.retrieve(id, { fields: ORDER_FIELDS })).order,
  }
}

export function lineOf(order: HttpTypes.AdminOrder, variant: string): HttpTypes.AdminOrderLineItem {
  const line = order.items.find(({ variant_id }) => variant_id === variant)
  if (!line) throw new Error(`no line of ${variant}`)
  return line
}

/** Raises the stock, since the sample shop has few of each variant. */
async function fill(admin: StaffApi, id: string[], location_id: string): Promise<void> {
  const { variants } = await admin.productVariant.list({ id, fields: 'inventory_items.inventory_item_id' })
  for (const { inventory_items } of variants)
    for (const { inventory_item_id } of inventory_items ?? [])
      await admin.inventoryItem.updateLevel(inventory_item_id, location_id, { stocked_quantity: 1000 })
}

/** The order's own shipping option, free of charge. */
export function freeDelivery({ shipping_methods }: HttpTypes.AdminOrder) {
  return { shipping_option_id: shipping_methods[0]?.shipping_option_id ?? '', custom_amount: 0 }
}

/** Places an unpaid order of a shopper in Germany. @returns the order in the Admin API */
async function placeOrder(
  commerce: Backend,
  client: AdminClient,
  items: readonly { variant_id: string; quantity: number }[],
): Promise<HttpTypes.AdminOrder> {
  const backend = createBackend({ baseUrl: commerce.medusaUrl, publishableKey: commerce.publishableKey })
  try {
    const { store } = backend
    const { regions } = await store.region.list({ fields: 'id,countries.iso_2' })
    const region = regions.find(({ countries }) => countries?.some(({ iso_2 }) => iso_2 === ADDRESS.country_code))
    const { cart } = await store.cart.create({
      region_id: region?.id ?? '',
      email: EMAIL,
      shipping_address: ADDRESS,
      items: [...items],
    })
    const { shipping_options } = await store.fulfillment.listCartOptions({ cart_id: cart.id })
    await store.cart.addShippingMethod(cart.id, { option_id: shipping_options[0]?.id ?? '' })
    await store.payment.initiatePaymentSession(cart, { provider_id: 'pp_system_default' })
    const placed = await store.cart.complete(cart.id)
    if (placed.type !== 'order') throw new Error(placed.error.message)
    return (await client.admin.order.retrieve(placed.order.id, { fields: ORDER_FIELDS })).order
  } finally {
    await backend.close()
  }
}
