import type { MedusaContainer } from '@medusajs/framework/types'
import { Modules } from '@medusajs/framework/utils'

import { rowsOf } from '../rows.ts'
import { removeIdentities } from './confirm-customer.ts'

const IDLE_MS = 14 * 86_400_000

/** The orders stay, as those of guests. It can be repeated: the customer is deleted last. */
export async function deleteCustomer(container: MedusaContainer, id: string): Promise<void> {
  await removeIdentities(container, id)
  await releaseOrders(container, id)
  await releaseCarts(container, id)
  // The addresses go with the customer. Unlike Medusa's workflow, this leaves no rows that are only marked as deleted.
  await container.resolve(Modules.CUSTOMER).deleteCustomers([id])
}

/** To the guests of their addresses. */
async function releaseOrders(container: MedusaContainer, customerId: string): Promise<void> {
  const orders = await rowsOf<{ id: string; email: string | null }>(container, 'order', ['id', 'email'], {
    customer_id: customerId,
  })
  const service = container.resolve(Modules.ORDER)
  for (const [email, ofAddress] of Map.groupBy(orders, (order) => order.email)) {
    const guest = email === null ? null : await guestOf(container, email)
    await service.updateOrders(ofAddress.map(({ id }) => ({ id, customer_id: guest }) as { id: string }))
  }
}

async function guestOf(container: MedusaContainer, email: string): Promise<string> {
  const customers = container.resolve(Modules.CUSTOMER)
  const [guest] = await customers.listCustomers({ email, has_account: false })
  return (guest ?? (await customers.createCustomers({ email }))).id
}

/** A cart that is still used, perhaps after signing out, becomes a guest's. */
async function releaseCarts(container: MedusaContainer, customerId: string): Promise<void> {
  const carts = await rowsOf<{ id: string; updated_at: string }>(container, 'cart', ['id', 'updated_at'], {
    customer_id: customerId,
    completed_at: null,
  })
  const service = container.resolve(Modules.CART)
  const isIdle = ({ updated_at: used }: { updated_at: string }) => Date.now() - new Date(used).getTime() > IDLE_MS
  for (const cart of carts)
    if (isIdle(cart)) await service.deleteCarts([cart.id])
    else await service.updateCarts(cart.id, { customer_id: null })
}
