import type { Logger, MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils'
import { completeCartWorkflow } from '@medusajs/medusa/core-flows'

import { requestIds } from '../http/request-id.ts'
import { rowsOf } from '../rows.ts'
import { holdOf } from './unpaid-orders.ts'

// Makes order placement idempotent and crash-safe. Medusa places an order in several transactions. If the process dies
// in between, a retry would create a second order, or keep one whose payment was never authorized. So each order
// carries `cart_id` from its creation and `is_whole: true` once it is complete, and the next attempt deletes the cart's
// orders without that flag. The payment stays: if a provider is asked again, it returns the result of the first call.

interface OrderMetadata {
  cart_id?: string
  is_whole?: boolean
  /** Missing if a job or a payment provider placed the order. */
  request_id?: string
}

interface IncompleteOrder {
  id: string
  metadata: OrderMetadata | null
  items: { id: string }[]
}

interface CompletedCart {
  id: string
  metadata?: OrderMetadata | null
  payment_collection?: { id: string } | null
  promotions?: { id: string }[] | null
}

/** Longer than it takes to place an order. */
const LOCK_SECONDS = 30
/** A younger order may still be in progress, or its shopper may retry. */
const YOUNGEST_MS = 3 * 60_000
const OLDEST_MS = 3 * 86_400_000

/** Hook of the created cart. Medusa copies a cart's metadata to its order. */
export async function markCart({ cart }: { cart: CompletedCart }, { container }: { container: MedusaContainer }) {
  const metadata = { ...cart.metadata, cart_id: cart.id }
  await container.resolve(Modules.CART).updateCarts([{ id: cart.id, metadata }])
}

/** Hook of the created order; the last step of its placement. */
export async function markOrder({ order_id: id }: { order_id: string }, { container }: { container: MedusaContainer }) {
  const orders = container.resolve(Modules.ORDER)
  const { metadata, shipping_methods: methods } = await orders.retrieveOrder(id, {
    select: ['id', 'metadata'],
    relations: ['shipping_methods'],
  })
  // The Store API does not show an order's own metadata to its buyer, so the shipping methods hold a copy.
  const gift = metadata?.['gift']
  if (gift)
    await orders.updateOrderShippingMethods((methods ?? []).map((method) => ({ id: method.id, metadata: { gift } })))
  const hold = await holdOf(container, id)
  await orders.updateOrders([
    { id, metadata: { ...metadata, ...hold, request_id: requestIds.getStore(), is_whole: true } },
  ])
}

/** The storefront gets no event about such an order: see `is_placed_order` in `src/migration-scripts`. */
function isIncomplete(metadata: OrderMetadata | null | undefined) {
  return metadata?.cart_id !== undefined && metadata.is_whole !== true
}

/** Run it before Medusa checks whether the cart has an order: it takes a linked incomplete one for complete. */
export async function startOver(container: MedusaContainer, cartId: string) {
  const fields = ['id', 'metadata', 'payment_collection.id', 'promotions.id']
  const [cart] = await rowsOf<CompletedCart>(container, 'cart', fields, { id: cartId })
  if (!cart || (await findIncompleteOrders(container, cart)).length === 0) return
  // Medusa holds the same lock while it completes the cart.
  await container.resolve(Modules.LOCKING).execute(
    cartId,
    async () => {
      if (cart.payment_collection) await countPayments(container, cart.payment_collection.id)
      for (const order of await findIncompleteOrders(container, cart)) await undo(container, cart, order)
    },
    { timeout: LOCK_SECONDS },
  )
}

/** Under the cart's lock, for callers that complete a cart without `startOver`. Spares linked orders. */
export async function undoUnlinked({ cart }: { cart: CompletedCart }, { container }: { container: MedusaContainer }) {
  const incomplete = await findIncompleteOrders(container, cart)
  if (incomplete.length === 0) return
  const links = await rowsOf<{ order_id: string }>(container, 'order_cart', ['order_id'], { cart_id: cart.id })
  for (const order of incomplete) {
    if (!links.some(({ order_id: id }) => id === order.id)) await undo(container, cart, order)
  }
}

/** Job for carts whose order was not retried. A cart that cannot be completed is reopened. */
export async function finishIncompleteOrders(container: MedusaContainer) {
  const log = container.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
  const created_at = { $gte: new Date(Date.now() - OLDEST_MS), $lte: new Date(Date.now() - YOUNGEST_MS) }
  const latest = await rowsOf<Pick<IncompleteOrder, 'metadata'>>(container, 'order', ['id', 'metadata'], { created_at })
  const incomplete = latest.filter(({ metadata }) => isIncomplete(metadata))
  for (const cartId of new Set(incomplete.map(({ metadata }) => metadata?.cart_id ?? ''))) {
    try {
      await startOver(container, cartId)
      await completeCartWorkflow(container).run({ input: { id: cartId } })
    } catch (error) {
      log.warn(`The incomplete order of cart ${cartId} could not be placed: ${String(error)}`)
    }
  }
}

async function findIncompleteOrders(container: MedusaContainer, cart: CompletedCart) {
  if (!cart.metadata?.cart_id) return []
  const fields = ['id', 'metadata', 'items.id']
  const orders = await rowsOf<IncompleteOrder>(container, 'order', fields, { metadata: { cart_id: cart.id } })
  return orders.filter(({ metadata }) => isIncomplete(metadata))
}

/** Medusa updates the totals only when it authorizes a payment, and it does not authorize an earlier one again. */
async function countPayments(container: MedusaContainer, collectionId: string) {
  type Counting = { maybeUpdatePaymentCollection_: (id: string) => Promise<void> }
  await (container.resolve(Modules.PAYMENT) as unknown as Counting).maybeUpdatePaymentCollection_(collectionId)
}

/** The order goes last: if this is interrupted too, the next attempt finds the remaining rows by the order. */
async function undo(container: MedusaContainer, cart: CompletedCart, { id, items }: IncompleteOrder) {
  const { payment_collection: collection, promotions } = cart
  const linked: Record<string, Record<string, string>>[] = [
    { [Modules.CART]: { cart_id: cart.id } },
    ...(collection ? [{ [Modules.PAYMENT]: { payment_collection_id: collection.id } }] : []),
    ...(promotions ?? []).map((promotion) => ({ [Modules.PROMOTION]: { promotion_id: promotion.id } })),
  ]
  await container.resolve(Modules.INVENTORY).deleteReservationItemsByLineItem(items.map((item) => item.id))
  await container
    .resolve(ContainerRegistrationKeys.LINK)
    .dismiss(linked.map((other) => ({ [Modules.ORDER]: { order_id: id }, ...other })))
  await container.resolve(Modules.CART).updateCarts([{ id: cart.id, completed_at: null }])
  await container.resolve(Modules.ORDER).deleteOrders([id])
}
