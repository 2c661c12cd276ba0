import type { HttpTypes } from '@medusajs/types'

import type { AdminClient } from '#server/medusa/admin/admin-client.ts'
import { createBackend } from '#server/medusa/http.ts'
import type { Backend } from '#test/support/commerce.ts'

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
export const ORDER_FIELDS =
  '*items,*items.detail,*fulfillments,*summary,total,display_id,custom_display_id,status,payment_status,fulfillment_status,email,*shipping_methods'

/** Places an unpaid order of a shopper in Germany. @returns the order in the Admin API */
export async function placeOrder(
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
