import type { FastifyInstance } from 'fastify'

import { HttpError } from '#server/http/http-error.ts'
import { DatabaseDown } from '#server/infra/database/database-down.ts'
import type { Transaction } from '#server/infra/database/database.ts'
import type { EmailFacts } from '#shared/email/email.ts'
import { localePath, type Locale } from '#shared/i18n/locale.ts'

import type { KnownCustomer } from './customer-backend.ts'
import {
  cancelDeletion,
  findDeletion,
  forgetCustomer,
  insertDeletion,
  takeDueDeletion,
  type AccountDeletion,
} from './deletions-queries.ts'
import { ACCOUNT_MESSAGES } from './messages.ts'
import { deletePasskeys } from './passkeys-queries.ts'
import { deleteSessions, spendEmailChanges, spendLinks } from './sessions-queries.ts'

/** Can be taken back for 14 days. Asking again changes nothing. */
export async function beginDeletion(app: FastifyInstance, customer: KnownCustomer, language: Locale): Promise<void> {
  const { id, email } = customer
  await app.database.transaction(async (tx) => {
    await spendLinks(tx, email)
    await spendEmailChanges(tx, id)
    await deleteSessions(tx, id)
    const due = await insertDeletion(tx, { customer_id: id, email, language })
    if (due) await sendEmail(app, tx, 'begun', { customer_id: id, email, language, due_at: due })
  })
}

/** @throws HttpError 409 if the 14 days are over */
export async function keepAccount(app: FastifyInstance, customerId: string): Promise<void> {
  await app.database.transaction(async (tx) => {
    const deletion = await cancelDeletion(tx, customerId)
    if (deletion) await sendEmail(app, tx, 'canceled', deletion)
    else if (await findDeletion(tx, customerId)) throw new HttpError(409, { message: ACCOUNT_MESSAGES.tooLateToKeep })
  })
}

/** One of several processes deletes an account. Every step can be repeated: a later call completes the deletion. */
export async function deleteDueAccounts(app: FastifyInstance): Promise<void> {
  for (let due = await takeDueDeletion(app.database); due; due = await takeDueDeletion(app.database))
    await deleteAccount(app, due)
}

/** A failure is logged, so that it does not keep other accounts from being deleted. */
async function deleteAccount(app: FastifyInstance, deletion: AccountDeletion): Promise<void> {
  try {
    await app.customers.backend.delete(deletion.customer_id)
    await app.database.transaction(async (tx) => {
      await deletePasskeys(tx, deletion.customer_id)
      await forgetCustomer(tx, deletion)
      await sendEmail(app, tx, 'done', deletion)
    })
  } catch (error) {
    if (error instanceof DatabaseDown) throw error
    app.log.warn({ event: 'accounts.deletion_failed', err: error }, 'an account could not be deleted; will retry')
  }
}

async function sendEmail(
  app: FastifyInstance,
  tx: Transaction,
  kind: EmailFacts['account-deletion']['kind'],
  { customer_id: id, email, language: locale, due_at: due }: AccountDeletion,
): Promise<void> {
  const url = app.shopOrigin() + localePath(locale, kind === 'done' ? '/shop' : '/account')
  const facts = { kind, due: due.toISOString(), url }
  await app.emails.queue(tx, {
    to: email,
    letter: { name: 'account-deletion', locale, facts },
    // Sent once, also if two processes delete the account because the first was slow.
    ...(kind === 'done' ? { once: `account-deleted:${id}` } : {}),
  })
}
