import type { Queryable } from './database.ts'

export interface UnpaidOrder {
  cartId: string
  /** Keyed hashes of the network that places it, and of the address that it is placed with. */
  visitor: string
  address: string
  /** How many of each variant, by its id. */
  quantities: Readonly<Record<string, number>>
}

export interface HeldOrder {
  cart_id: string
  order_id: string | null
  visitor: string
  address: string
  quantities: Record<string, number>
  placed_at: Date
}

/** Orders of one visitor or of one address are weighed one after the other, until the transaction ends. */
export async function lockUnpaidOrders({ query }: Queryable, { visitor, address }: UnpaidOrder): Promise<void> {
  await query(
    'SELECT pg_advisory_xact_lock(key) FROM (SELECT hashtextextended(unnest($1::text[]), 52) AS key ORDER BY 1) AS keys',
    [[visitor, address]],
  )
}

/** @returns other orders of the visitor or of the address in so many days */
export async function readUnpaidOrders(
  { query }: Queryable,
  { cartId, visitor, address }: UnpaidOrder,
  days: number,
): Promise<HeldOrder[]> {
  return query<HeldOrder>(
    `SELECT cart_id, order_id, visitor, address, quantities, placed_at FROM unpaid_orders
     WHERE (visitor = $1 OR address = $2) AND cart_id <> $3 AND placed_at > now() - make_interval(days => $4)`,
    [visitor, address, cartId, days],
  )
}

export async function noteUnpaidOrder({ query }: Queryable, order: UnpaidOrder): Promise<void> {
  await query(
    `INSERT INTO unpaid_orders (cart_id, visitor, address, quantities) VALUES ($1, $2, $3, $4)
     ON CONFLICT (cart_id) DO UPDATE SET visitor = $2, address = $3, quantities = $4, placed_at = now()`,
    [order.cartId, order.visitor, order.address, JSON.stringify(order.quantities)],
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
