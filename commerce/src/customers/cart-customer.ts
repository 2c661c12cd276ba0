import type { MedusaContainer } from '@medusajs/framework/types'
import { Modules } from '@medusajs/framework/utils'

/**
 * Assigns a cart to the customer of its email address. Medusa assigns the customer of the address that was entered
 * first and keeps it when the address is corrected, so that the order would appear in a stranger's account.
 */
export async function correctCustomer(container: MedusaContainer, cartId: string): Promise<void> {
  const carts = container.resolve(Modules.CART)
  const [cart] = await carts.listCarts({ id: cartId }, { select: ['id', 'email', 'customer_id', 'completed_at'] })
  if (!cart?.email || !cart.customer_id || cart.completed_at) return
  const customers = container.resolve(Modules.CUSTOMER)
  const [assigned] = await customers.listCustomers({ id: cart.customer_id })
  if (assigned?.email === cart.email) return
  const [guest] = await customers.listCustomers({ email: cart.email, has_account: false })
  const { id } = guest ?? (await customers.createCustomers({ email: cart.email }))
  await carts.updateCarts(cartId, { customer_id: id })
}
