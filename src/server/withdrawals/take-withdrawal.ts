import type { Database } from '#server/database/database.ts'
import {
  countWithdrawn,
  findWithdrawal,
  insertWithdrawal,
  isWholeDeclared,
  lockWithdrawals,
} from '#server/database/withdrawals.ts'
import type { Letters } from '#server/plugins/mailer.ts'
import { Refusal } from '#server/refusals/refusal.ts'
import type { ReceivedWithdrawal } from '#shared/api/order.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { Letter } from '#shared/letters/letter.ts'

import { WITHDRAWAL_SENTENCES } from './sentences.ts'
import type { Statement } from './statements.ts'

interface Receiving {
  database: Database
  letters: Pick<Letters, 'queue'>
}

interface Declaration {
  statement: Statement
  /** The order's own. */
  email: string
  reason: string | null
  locale: Locale
}

/**
 * Receives a declaration: keeps it and confirms its receipt by a letter, both or neither. Sent again, it is the same.
 * @throws Refusal 409 where it was declared on another page already, DatabaseDown
 */
export async function takeWithdrawal(
  { database, letters }: Receiving,
  { statement, email, reason, locale }: Declaration,
): Promise<ReceivedWithdrawal> {
  const { id, orderId, number, readAt } = statement
  const lines = statement.lines.map(({ id: lineId, title, label, quantity }) => ({
    id: lineId,
    title,
    label,
    quantity,
  }))
  return database.transaction(async (tx) => {
    await lockWithdrawals(tx, orderId)
    const known = await findWithdrawal(tx, id)
    if (known) return { received_at: known.received_at.toISOString(), lines: known.lines }
    const withdrawn = await countWithdrawn(tx, orderId, new Date(readAt))
    const isTaken = statement.lines.some((line) => line.quantity > line.left - (withdrawn[line.id] ?? 0))
    if (isTaken || (await isWholeDeclared(tx, orderId)))
      throw new Refusal(409, { sentence: WITHDRAWAL_SENTENCES.taken })
    const receivedAt = await insertWithdrawal(tx, { id, orderId, number, locale, lines, reason })
    const letter = receiptLetter(statement, { receivedAt, reason, locale })
    await letters.queue(tx, { to: email, letter, once: `withdrawal-received:${id}` })
    return { received_at: receivedAt.toISOString(), lines }
  })
}

/** What the law calls a confirmation of receipt on a durable medium. */
export function receiptLetter(
  { number, lines }: Pick<Statement, 'number' | 'lines'>,
  { receivedAt, reason, locale }: { receivedAt: Date; reason: string | null; locale: Locale },
): Letter {
  return {
    name: 'withdrawal-received',
    locale,
    facts: {
      orderNumber: number,
      receivedAt: receivedAt.toISOString(),
      lines: lines.map(({ title, label, quantity }) => ({ title, label, quantity })),
      reason,
      // Of an order that could not be read nobody knows which.
      comesBack: lines.length === 0 || lines.some(({ quantity, unsent }) => unsent < quantity),
      staysHere: lines.length === 0 || lines.some(({ unsent }) => unsent > 0),
    },
  }
}
