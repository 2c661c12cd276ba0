import type { Emails } from '#server/email/mailer-plugin.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { Email, EmailFacts } from '#shared/email/email.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { ReceivedWithdrawal } from '#shared/order/order.ts'

import type { Orders } from '../orders-plugin.ts'
import { WITHDRAWAL_MESSAGES } from './messages.ts'
import type { Statement } from './statements.ts'
import {
  countWithdrawn,
  findWithdrawal,
  insertWithdrawal,
  isWholeDeclared,
  lockWithdrawals,
  type KnownWithdrawal,
} from './withdrawals-queries.ts'

interface Receiving {
  database: Database
  emails: Pick<Emails, 'queue'>
  orders: Pick<Orders, 'links'>
}

/** Strangers may know an order's number and address: without its link the buyer has this long to revoke. */
const UNLINKED_WAIT_SECONDS = 86_400

interface Declaration {
  statement: Statement
  email: string
  reason: string | null
  locale: Locale
  /** From a browser that placed the order or opened the link in its email. */
  isLinked: boolean
}

/** In one transaction with the confirmation of receipt. Idempotent. Throws HttpError 409 if declared elsewhere. */
export async function takeWithdrawal(
  { database, emails, orders }: Receiving,
  { statement, email, reason, locale, isLinked }: Declaration,
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
    // It was revoked. A new declaration needs a new statement from the page.
    if (known?.state === 'taken_back') throw new HttpError(400, { message: WITHDRAWAL_MESSAGES.lapsed })
    if (known) return toReceived(known)
    const withdrawn = await countWithdrawn(tx, orderId, new Date(readAt))
    const isTaken = statement.lines.some((line) => line.quantity > line.left - (withdrawn[line.id] ?? 0))
    if (isTaken || (await isWholeDeclared(tx, orderId)))
      throw new HttpError(409, { message: WITHDRAWAL_MESSAGES.taken })
    const waitSeconds = isLinked ? 0 : UNLINKED_WAIT_SECONDS
    const saved = await insertWithdrawal(tx, { id, orderId, number, locale, lines, reason, waitSeconds })
    const takeBack = isLinked ? null : { url: orders.links.takeBack(locale, id), until: saved.due_at.toISOString() }
    const mail = receiptEmail(statement, { receivedAt: saved.received_at, reason, locale, takeBack })
    await emails.queue(tx, { to: email, letter: mail, once: `withdrawal-received:${id}`, orderId })
    return toReceived({ lines, ...saved })
  })
}

export function toReceived({
  lines,
  received_at: at,
  due_at: due,
}: Pick<KnownWithdrawal, 'lines' | 'received_at' | 'due_at'>): ReceivedWithdrawal {
  return { received_at: at.toISOString(), lines, waits_until: due.getTime() > Date.now() ? due.toISOString() : null }
}

/** The law requires this confirmation on a durable medium. */
export function receiptEmail(
  { number, lines }: Pick<Statement, 'number' | 'lines'>,
  {
    receivedAt,
    reason,
    locale,
    takeBack = null,
  }: {
    receivedAt: Date
    reason: string | null
    locale: Locale
    takeBack?: EmailFacts['withdrawal-received']['takeBack']
  },
): Email {
  return {
    name: 'withdrawal-received',
    locale,
    facts: {
      orderNumber: number,
      receivedAt: receivedAt.toISOString(),
      lines: lines.map(({ title, label, quantity }) => ({ title, label, quantity })),
      reason,
      takeBack,
      // If the order could not be read, both cases may apply.
      comesBack: lines.length === 0 || lines.some(({ quantity, unsent }) => unsent < quantity),
      staysHere: lines.length === 0 || lines.some(({ unsent }) => unsent > 0),
    },
  }
}
