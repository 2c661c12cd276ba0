import type { FastifyInstance } from 'fastify'

import type { TakeableWithdrawal } from '#shared/order/withdrawing.ts'

import { findWithdrawal } from './withdrawals-queries.ts'

/**
 * The withdrawal that a link in an email can take back, as its page shows it. Changes nothing.
 * @returns null where the link is none of ours, or the withdrawal was forgotten
 * @throws DatabaseDown
 */
export async function readTakeable(
  { database, orders }: FastifyInstance,
  token: string,
): Promise<TakeableWithdrawal | null> {
  const read = orders.links.read('take-back', token)
  const found = read.state === 'damaged' ? undefined : await findWithdrawal(database, read.subject)
  if (!found) return null
  const { number, locale, lines, due_at: due, state, mayBeTakenBack } = found
  const shown = mayBeTakenBack ? 'open' : state === 'taken_back' ? 'taken-back' : 'carried-out'
  return { state: shown, number, locale, lines, until: due.toISOString() }
}
