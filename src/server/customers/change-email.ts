import type { FastifyInstance } from 'fastify'

import { HttpError } from '#server/http/http-error.ts'
import type { Transaction } from '#server/infra/database/database.ts'
import type { EmailFacts } from '#shared/email/email.ts'
import { localePath, type Locale } from '#shared/i18n/locale.ts'

import { readCustomer } from './account.ts'
import type { KnownCustomer } from './customer-backend.ts'
import { hashOf, linkSpent, queueLink } from './customers-plugin.ts'
import { changeDeletionEmail } from './deletions-queries.ts'
import { ACCOUNT_MESSAGES } from './messages.ts'
import {
  deleteSessions,
  findLink,
  spendEmailChanges,
  spendLinks,
  useLink,
  type SessionRow,
} from './sessions-queries.ts'

const PAGES: Record<EmailFacts['account-email']['kind'], string> = {
  // The former address no longer signs in.
  changed: '/contact',
  taken: '/account/sign-in',
}

/** Without this email to the present address nothing changes: a stolen session must not take the account over. */
export async function askForEmailChange(
  app: FastifyInstance,
  customer: KnownCustomer,
  email: string,
  locale: Locale,
): Promise<void> {
  await app.database.transaction(async (tx) => {
    await spendEmailChanges(tx, customer.id)
    const link = {
      email,
      purpose: 'allow-change',
      first_name: null,
      last_name: null,
      customer_id: customer.id,
    } as const
    await queueLink(app, tx, link, { locale, to: customer.email })
  })
}

/** The response must not depend on whether the new address has an account: only its email says so. Needs no session. */
export async function allowEmailChange(app: FastifyInstance, token: string, locale: Locale): Promise<void> {
  const hash = hashOf(token)
  const link = await findLink(app.database, hash)
  if (link?.purpose !== 'allow-change') throw linkSpent()
  const { email } = link
  const isTaken = await app.customers.backend.hasAccount(email)
  await app.database.transaction(async (tx) => {
    if (!(await useLink(tx, hash))) throw linkSpent()
    if (isTaken) await notify(app, tx, email, { kind: 'taken', email, locale, isUnconfirmed: true })
    else await queueLink(app, tx, { ...link, purpose: 'change-email' }, { locale, isUnconfirmed: true })
  })
}

/** Ends other sessions and tells both addresses. Throws HttpError 410, 403; after other errors the link still works. */
export async function confirmEmailChange(
  app: FastifyInstance,
  session: SessionRow,
  token: string,
  locale: Locale,
): Promise<void> {
  const { customer_id: id } = session
  const hash = hashOf(token)
  const link = await findLink(app.database, hash)
  if (link?.purpose !== 'change-email') throw linkSpent()
  // A stranger's link must not give the stranger's account the address, and thereby the orders, of its reader.
  if (link.customer_id !== id) throw new HttpError(403, { message: ACCOUNT_MESSAGES.linkOfOther })
  const { email } = link
  const { email: former } = await readCustomer(app, session)
  await app.database.transaction(async (tx) => {
    if (!(await useLink(tx, hash))) throw linkSpent()
    await spendLinks(tx, former)
    await deleteSessions(tx, id, { but: session.id })
    await changeDeletionEmail(tx, id, email)
    for (const address of new Set([former, email])) await notify(app, tx, address, { kind: 'changed', email, locale })
    // Last, so that a failure before it changes nothing.
    if (!(await app.customers.backend.changeEmail(id, email))) throw linkSpent()
  })
}

async function notify(
  app: FastifyInstance,
  tx: Transaction,
  to: string,
  {
    kind,
    email,
    locale,
    isUnconfirmed = false,
  }: Pick<EmailFacts['account-email'], 'kind' | 'email'> & { locale: Locale; isUnconfirmed?: boolean },
): Promise<void> {
  const url = app.shopOrigin() + localePath(locale, PAGES[kind])
  const facts = { kind, email, at: new Date().toISOString(), url }
  await app.emails.queue(tx, { to, letter: { name: 'account-email', locale, facts }, isUnconfirmed })
}
