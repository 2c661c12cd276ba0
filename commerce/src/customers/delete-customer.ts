import type { MedusaContainer } from '@medusajs/framework/types'
import { Modules } from '@medusajs/framework/utils'

import { rowsOf } from '../rows.ts'
import { guestOf } from './cart-customer.ts'
import { removeIdentities } from './confirm-customer.ts'

const IDLE_MS = 14 * 86_400_000

/** The orders stay, as those of guests. It can be repeated: the customer is deleted last. */
export async function deleteCustomer(container: MedusaContainer, id: string) {
  await removeIdentities(container, id)
  await releaseOrders(container, id)
  await releaseCarts(container, id)
  // The addresses go with the customer. Unlike Medusa's workflow, this leaves no rows that are only marked as deleted.
  await container.resolve(Modules.CUSTOMER).deleteCustomers([id])
}

/** To the guests of their addresses. */
async function releaseOrders(container: MedusaContainer, customerId: string) {
  const filters = { customer_id: customerId }
  const orders = await rowsOf<{ id: string; email: string | null }>(container, 'order', ['id', 'email'], filters)
  for (const [email, ofAddress] of Map.groupBy(orders, (order) => order.email)) {
    const guest = email === null ? null : await guestOf(container, email)
    await container
      .resolve(Modules.ORDER)
      .updateOrders(ofAddress.map(({ id }) => ({ id, customer_id: guest }) as { id: string }))
  }
}

/** A cart that is still used, perhaps after signing out, becomes a guest's. */
async function releaseCarts(container: MedusaContainer, customerId: string) {
  const filters = { customer_id: customerId, completed_at: null }
  const carts = await rowsOf<{ id: string; updated_at: string }>(container, 'cart', ['id', 'updated_at'], filters)
  const service = container.resolve(Modules.CART)
  for (const { id, updated_at: used } of carts)
    if (Date.now() - new Date(used).getTime() > IDLE_MS) await service.deleteCarts([id])
    else await service.updateCarts(id, { customer_id: null })
}
