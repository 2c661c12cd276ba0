import type { Queryable } from '#server/infra/database/database.ts'

export interface UnpaidOrder {
  cartId: string
  /** Keyed hash of the network that places it. */
  visitor: string
  /** How many of each variant, by its id. */
  quantities: Readonly<Record<string, number>>
}

export interface HeldOrder {
  cart_id: string
  order_id: string | null
  quantities: Record<string, number>
  placed_at: Date
}

/** Orders of one visitor are weighed one after the other, until the transaction ends. */
export async function lockUnpaidOrders({ query }: Queryable, { visitor }: UnpaidOrder): Promise<void> {
  await query('SELECT pg_advisory_xact_lock(hashtextextended($1, 52))', [visitor])
}

/** @returns other orders of the visitor in so many days */
export async function readUnpaidOrders(
  { query }: Queryable,
  { cartId, visitor }: UnpaidOrder,
  days: number,
): Promise<HeldOrder[]> {
  return query<HeldOrder>(
    `SELECT cart_id, order_id, quantities, placed_at FROM unpaid_orders
     WHERE visitor = $1 AND cart_id <> $2 AND placed_at > now() - make_interval(days => $3)`,
    [visitor, cartId, days],
  )
}

export async function noteUnpaidOrder({ query }: Queryable, order: UnpaidOrder): Promise<void> {
  await query(
    `INSERT INTO unpaid_orders (cart_id, visitor, quantities) VALUES ($1, $2, $3)
     ON CONFLICT (cart_id) DO UPDATE SET visitor = $2, quantities = $3, placed_at = now()`,
    [order.cartId, order.visitor, JSON.stringify(order.quantities)],
  )
}

export async function nameUnpaidOrder({ query }: Queryable, cartId: string, orderId: string): Promise<void> {
  await query('UPDATE unpaid_orders SET order_id = $2 WHERE cart_id = $1', [cartId, orderId])
}

/** Forgets orders that were paid or canceled, or never placed. */
export async function dropUnpaidOrders({ query }: Queryable, cartIds: readonly string[]): Promise<void> {
  await query('DELETE FROM unpaid_orders WHERE cart_id = ANY($1)', [cartIds])
}

export async function forgetUnpaidOrders({ query }: Queryable, days: number): Promise<void> {
  await query('DELETE FROM unpaid_orders WHERE placed_at < now() - make_interval(days => $1)', [days])
}
