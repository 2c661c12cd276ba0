import type { MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils'

import { holdOf } from './unpaid-orders.ts'

/**
 * One order for a cart, also where this process ends in the midst of placing it. Medusa places an order in several
 * transactions: it makes the order, then ties it to its cart, reserves stock, marks the cart as completed and asks for
 * the payment. Ended in between, it would find no order and make a second one, or find one and never ask for its money.
 * So an order carries the id of its cart from its first moment, and a mark once it is whole; anyone who completes the
 * cart next undoes what has no mark. The payment stays: asked for again, a provider answers what it has done already.
 */
interface Marks {
  cart_id?: string
  is_whole?: boolean
}

interface HalfOrder {
  id: string
  metadata: Marks | null
  items: { id: string }[]
}

interface CompletedCart {
  id: string
  metadata?: Marks | null
  payment_collection?: { id: string } | null
  promotions?: { id: string }[] | null
}

const CART_FIELDS = ['id', 'metadata', 'payment_collection.id', 'promotions.id']
/** Longer than it takes to place an order. */
const LOCK_SECONDS = 30

interface HookContext {
  container: MedusaContainer
}

/** A cart's metadata become its order's. */
export async function markCart({ cart }: { cart: CompletedCart }, { container }: HookContext): Promise<void> {
  const metadata = { ...cart.metadata, cart_id: cart.id }
  await container.resolve(Modules.CART).updateCarts([{ id: cart.id, metadata }])
}

/** Runs as the last step but the answer. */
export async function markOrder({ order_id: id }: { order_id: string }, { container }: HookContext): Promise<void> {
  const orders = container.resolve(Modules.ORDER)
  const { metadata } = await orders.retrieveOrder(id, { select: ['id', 'metadata'] })
  const hold = await holdOf(container, id)
  await orders.updateOrders([{ id, metadata: { ...metadata, ...hold, is_whole: true } }])
}

/** True of an order that was cut short on its way: no one is told of it. */
export function isHalf(metadata: Marks | null | undefined): boolean {
  return metadata?.cart_id !== undefined && metadata.is_whole !== true
}

/**
 * Undoes what is left of attempts that were cut short, so that the next one begins at the beginning. To be run before
 * Medusa looks whether the cart has an order: half an order that is tied to its cart it takes for the whole.
 */
export async function startOver(container: MedusaContainer, cartId: string): Promise<void> {
  const [cart] = await read<CompletedCart>(container, 'cart', CART_FIELDS, { id: cartId })
  if (!cart || (await findHalfOrders(container, cart)).length === 0) return
  // No one completes the cart meanwhile, and anyone who did has come to an end.
  await container.resolve(Modules.LOCKING).execute(
    cartId,
    async () => {
      if (cart.payment_collection) await countPayments(container, cart.payment_collection.id)
      for (const half of await findHalfOrders(container, cart)) await undo(container, cart, half)
    },
    { timeout: LOCK_SECONDS },
  )
}

/** Runs while the cart is locked, for anyone who completes it without asking us: what is tied to it is left alone. */
export async function undoUntied({ cart }: { cart: CompletedCart }, { container }: HookContext): Promise<void> {
  const halves = await findHalfOrders(container, cart)
  if (halves.length === 0) return
  const tied = await read<{ order_id: string }>(container, 'order_cart', ['order_id'], { cart_id: cart.id })
  for (const half of halves) {
    if (!tied.some(({ order_id: id }) => id === half.id)) await undo(container, cart, half)
  }
}

async function findHalfOrders(container: MedusaContainer, cart: CompletedCart): Promise<HalfOrder[]> {
  if (!cart.metadata?.cart_id) return []
  const fields = ['id', 'metadata', 'items.id']
  const orders = await read<HalfOrder>(container, 'order', fields, { metadata: { cart_id: cart.id } })
  return orders.filter(({ metadata }) => isHalf(metadata))
}

async function read<Row>(
  container: MedusaContainer,
  entity: string,
  fields: string[],
  filters: object,
): Promise<Row[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  return (await query.graph({ entity, fields, filters })).data as Row[]
}

/** A payment that was made just before the end is not asked for again, so Medusa would never count it. */
async function countPayments(container: MedusaContainer, collectionId: string): Promise<void> {
  type Counting = { maybeUpdatePaymentCollection_: (id: string) => Promise<void> }
  await (container.resolve(Modules.PAYMENT) as unknown as Counting).maybeUpdatePaymentCollection_(collectionId)
}

/** In an order in which it may be cut short itself: what is left of the order is found by it. */
async function undo(container: MedusaContainer, cart: CompletedCart, { id, items }: HalfOrder): Promise<void> {
  const order = { [Modules.ORDER]: { order_id: id } }
  await container.resolve(Modules.INVENTORY).deleteReservationItemsByLineItem(items.map((item) => item.id))
  await container.resolve(ContainerRegistrationKeys.LINK).dismiss([
    { ...order, [Modules.CART]: { cart_id: cart.id } },
    ...(cart.payment_collection
      ? [{ ...order, [Modules.PAYMENT]: { payment_collection_id: cart.payment_collection.id } }]
      : []),
    ...(cart.promotions ?? []).map((promotion) => ({
      ...order,
      [Modules.PROMOTION]: { promotion_id: promotion.id },
    })),
  ])
  await container.resolve(Modules.CART).updateCarts([{ id: cart.id, completed_at: null }])
  await container.resolve(Modules.ORDER).deleteOrders([id])
}
