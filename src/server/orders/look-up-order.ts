import type { FastifyInstance } from 'fastify'

import { findPlacedOrder } from '#server/cart/placed-orders-queries.ts'
import type { ReadOrderNumber } from '#shared/order/order-number.ts'

import { countTries, forgetTries } from './order-lookups-queries.ts'

/** Wrong tries in a day, from wherever they come. */
const MISSES_OF_ADDRESS = 10
const MISSES_OF_NUMBER = 20

export interface LookUp {
  /** Undefined where no order was placed with both. */
  orderId: string | undefined
  /**
   * Whether the answer may say so. After too many wrong tries at the number or the address it may not: the visitor is
   * told that the link goes to the order's email. The owner is never locked out by strangers, who learn nothing.
   */
  isNotified: boolean
}

/**
 * Looks for an order by its number and the address that it was placed with.
 * @param addressHashes as `orderAddressHashes` gives them
 * @throws DatabaseDown
 */
export async function lookUpOrder(
  { database, orders }: FastifyInstance,
  number: Extract<ReadOrderNumber, { kind: 'drawn' | 'sequential' }>,
  addressHashes: string[],
): Promise<LookUp> {
  const keys = [orders.lookupKey('address', addressHashes[0] ?? ''), orders.lookupKey('number', String(number.number))]
  const { ids, counts } = await countTries(database, keys)
  const [ofAddress = 0, ofNumber = 0] = counts
  const isNotified = ofAddress <= MISSES_OF_ADDRESS && ofNumber <= MISSES_OF_NUMBER
  const orderId = await findPlacedOrder(database, number, addressHashes)
  if (orderId !== undefined) await forgetTries(database, ids)
  return { orderId, isNotified }
}
