import type { MedusaContainer } from '@medusajs/framework/types'
import { MedusaError, Modules } from '@medusajs/framework/utils'

const SIGNED_IN = 'customer'

/** The order then belongs to this account, whatever its email address. Throws MedusaError if either is gone. */
export async function assignCart(container: MedusaContainer, cartId: string, customerId: string) {
  const carts = container.resolve(Modules.CART)
  const [cart] = await carts.listCarts({ id: cartId }, { select: ['id', 'metadata', 'completed_at'] })
  const [customer] = await container.resolve(Modules.CUSTOMER).listCustomers({ id: customerId, has_account: true })
  if (!cart || cart.completed_at || !customer)
    throw new MedusaError(MedusaError.Types.NOT_FOUND, 'There is no such open cart, or no such account.')
  const metadata = { ...cart.metadata, [SIGNED_IN]: customerId }
  await carts.updateCarts(cartId, { customer_id: customerId, metadata })
}

/** Medusa keeps the customer of an address that was corrected: the order would appear in a stranger's account. */
export async function correctCustomer(container: MedusaContainer, cartId: string) {
  const carts = container.resolve(Modules.CART)
  const [cart] = await carts.listCarts(
    { id: cartId },
    { select: ['id', 'email', 'customer_id', 'completed_at', 'metadata'] },
  )
  if (!cart?.email || !cart.customer_id || cart.completed_at) return
  if (cart.metadata?.[SIGNED_IN] === cart.customer_id) return
  const [assigned] = await container.resolve(Modules.CUSTOMER).listCustomers({ id: cart.customer_id })
  if (assigned?.email === cart.email) return
  await carts.updateCarts(cartId, { customer_id: await guestOf(container, cart.email) })
}

export async function guestOf(container: MedusaContainer, email: string) {
  const customers = container.resolve(Modules.CUSTOMER)
  const [guest] = await customers.listCustomers({ email, has_account: false })
  return (guest ?? (await customers.createCustomers({ email }))).id
}
