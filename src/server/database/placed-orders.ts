import type { Queryable } from './database.ts'

interface PlacedOrder {
  id: string
  /** As it is told to people: the order's `display_id`. */
  number: number
  /** As `orderAddressHash` gives it. */
  addressHash: string
}

/** Notes an order once, however often it is told of. */
export async function notePlacedOrder({ query }: Queryable, { id, number, addressHash }: PlacedOrder): Promise<void> {
  await query('INSERT INTO placed_orders (order_id, number, address_hash) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    id,
    number,
    addressHash,
  ])
}

export async function isPlacedOrderNoted({ query }: Queryable, id: string): Promise<boolean> {
  const rows = await query('SELECT 1 AS found FROM placed_orders WHERE order_id = $1', [id])
  return rows.length > 0
}

/**
 * @param addressHashes as `orderAddressHashes` gives them
 * @returns the id of an order that was placed with this address; undefined where there is none, or it was forgotten
 */
export async function findPlacedOrder(
  { query }: Queryable,
  { number, addressHashes }: Pick<PlacedOrder, 'number'> & { addressHashes: string[] },
): Promise<string | undefined> {
  const [row] = await query<{ order_id: string }>(
    'SELECT order_id FROM placed_orders WHERE number = $1 AND address_hash = ANY($2)',
    [number, addressHashes],
  )
  return row?.order_id
}

/** @returns the number that people call an order by; undefined where it was never told of, or forgotten */
export async function readPlacedNumber({ query }: Queryable, id: string): Promise<number | undefined> {
  const [row] = await query<{ number: number }>('SELECT number FROM placed_orders WHERE order_id = $1', [id])
  return row?.number
}

export async function forgetPlacedOrders({ query }: Queryable, days: number): Promise<void> {
  await query('DELETE FROM placed_orders WHERE noted_at < now() - make_interval(days => $1)', [days])
}
