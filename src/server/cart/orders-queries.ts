import type { Queryable } from '#server/infra/database/database.ts'

interface PlacedOrder {
  id: string
  /** The number shown to the shopper, as in `Order.number`. */
  number: string
  /** See `orderAddressHash`. */
  addressHash: string
}

/** Idempotent. */
export async function notePlacedOrder({ query }: Queryable, { id, number, addressHash }: PlacedOrder): Promise<void> {
  await query(
    'INSERT INTO placed_orders (order_id, number, address_hash) VALUES ($1, $2, $3) ON CONFLICT (order_id) DO NOTHING',
    [id, number, addressHash],
  )
}

export async function findPlacedOrder(
  { query }: Queryable,
  number: string,
  addressHashes: string[],
): Promise<string | undefined> {
  const [row] = await query<{ order_id: string }>(
    'SELECT order_id FROM placed_orders WHERE number = $1 AND address_hash = ANY($2)',
    [number, addressHashes],
  )
  return row?.order_id
}

export async function isPlacedWith({ query }: Queryable, id: string, addressHashes: string[]): Promise<boolean> {
  const rows = await query('SELECT 1 AS found FROM placed_orders WHERE order_id = $1 AND address_hash = ANY($2)', [
    id,
    addressHashes,
  ])
  return rows.length > 0
}

/** Undefined if the order was never recorded or was deleted. */
export async function readPlacedNumber({ query }: Queryable, id: string): Promise<string | undefined> {
  const [row] = await query<{ number: string }>('SELECT number FROM placed_orders WHERE order_id = $1', [id])
  return row?.number
}

export async function forgetPlacedOrders({ query }: Queryable, days: number): Promise<void> {
  await query('DELETE FROM placed_orders WHERE noted_at < now() - make_interval(days => $1)', [days])
}

export interface UnpaidOrder {
  cartId: string
  /** Keyed hashes of the networks that place the order, the smallest first. */
  networks: readonly string[]
  /** Quantities by variant id. */
  quantities: Readonly<Record<string, number>>
}

export interface HeldOrder {
  cart_id: string
  order_id: string | null
  quantities: Record<string, number>
  placed_at: Date
  networks: string[]
}

/** Locks the unpaid orders until the transaction ends, so that they are checked one at a time. */
export async function lockUnpaidOrders({ query }: Queryable): Promise<void> {
  await query('SELECT pg_advisory_xact_lock(52)')
}

/** @returns the other orders of the last `days` days that are of one of the networks or hold one of the variants */
export async function readUnpaidOrders(
  { query }: Queryable,
  { cartId, networks, quantities }: UnpaidOrder,
  days: number,
): Promise<HeldOrder[]> {
  return query<HeldOrder>(
    `SELECT cart_id, order_id, quantities, placed_at, visitor || wider_networks AS networks FROM unpaid_orders
     WHERE (visitor = $1 OR wider_networks && $2 OR quantities ?| $3)
       AND cart_id <> $4 AND placed_at > now() - make_interval(days => $5)
     ORDER BY placed_at`,
    [networks[0], networks.slice(1), Object.keys(quantities), cartId, days],
  )
}

export async function noteUnpaidOrder(
  { query }: Queryable,
  { cartId, networks: [visitor, ...wider], quantities }: UnpaidOrder,
): Promise<void> {
  await query(
    `INSERT INTO unpaid_orders (cart_id, visitor, wider_networks, quantities) VALUES ($1, $2, $3, $4)
     ON CONFLICT (cart_id) DO UPDATE SET visitor = $2, wider_networks = $3, quantities = $4, placed_at = now()`,
    [cartId, visitor, wider, JSON.stringify(quantities)],
  )
}

export async function nameUnpaidOrder({ query }: Queryable, cartId: string, orderId: string): Promise<void> {
  await query('UPDATE unpaid_orders SET order_id = $2 WHERE cart_id = $1', [cartId, orderId])
}

/** Deletes orders that were paid, canceled or never placed. */
export async function dropUnpaidOrders({ query }: Queryable, cartIds: readonly string[]): Promise<void> {
  await query('DELETE FROM unpaid_orders WHERE cart_id = ANY($1)', [cartIds])
}

export async function forgetUnpaidOrders({ query }: Queryable, days: number): Promise<void> {
  await query('DELETE FROM unpaid_orders WHERE placed_at < now() - make_interval(days => $1)', [days])
}
