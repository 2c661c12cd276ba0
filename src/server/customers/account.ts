import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { HttpError, refuseField } from '#server/http/http-error.ts'
import { BackendError } from '#server/medusa/backend-error.ts'
import type { CustomerSession } from '#server/medusa/customers/customer-session.ts'
import { readPreferences } from '#server/subscriptions/subscribe.ts'
import type { AccountDetails, AccountSession, AccountView, Me, OrderSummary } from '#shared/account/account.ts'
import type { AccountPasskey } from '#shared/account/passkeys.ts'
import type { Locale } from '#shared/i18n/locale.ts'

import type { KnownCustomer } from './customer-backend.ts'
import { findDeletion } from './deletions-queries.ts'
import { ACCOUNT_MESSAGES } from './messages.ts'
import { listPasskeys } from './passkeys-queries.ts'
import { deleteSessions, listSessions, type SessionRow } from './sessions-queries.ts'

const ORDERS_A_PAGE = 20

export interface SigningIn {
  request: FastifyRequest
  reply: FastifyReply
  locale: Locale
}

/** With new guest orders of its address. Throws BackendError, DatabaseDown; HttpError 401 if the account is deleted. */
export async function readCustomer(app: FastifyInstance, { customer_id: id }: SessionRow): Promise<KnownCustomer> {
  const customer = await app.customers.backend.find(id)
  if (customer) return customer
  await deleteSessions(app.database, id)
  throw new HttpError(401, { message: ACCOUNT_MESSAGES.signInFirst })
}

/** Throws HttpError 409 if a form showed another account: in another tab, someone else may have signed in since. */
export async function readShown(
  app: FastifyInstance,
  session: SessionRow,
  username: string | undefined,
): Promise<KnownCustomer> {
  const customer = await readCustomer(app, session)
  if (username === undefined || username === customer.email) return customer
  throw new HttpError(409, { message: ACCOUNT_MESSAGES.otherCustomer })
}

/** @param next is accepted as well: an earlier attempt may have set it, and then failed */
export async function checkPassword(
  app: FastifyInstance,
  { id, email, has_password: hasPassword }: KnownCustomer,
  current: string,
  next?: string,
): Promise<void> {
  const fits = async (password: string) => (await app.customers.backend.logIn(email, password)) === id
  if (!hasPassword || (await fits(current)) || (next !== undefined && (await fits(next)))) return
  throw refuseField('current', ACCOUNT_MESSAGES.wrongCurrent)
}

/** @throws as `readCustomer` */
export async function readMe(app: FastifyInstance, session: SessionRow): Promise<Me> {
  const customer = await readCustomer(app, session)
  const deletion = await findDeletion(app.database, customer.id)
  return { ...customer, deletes_at: deletion?.due_at.toISOString() ?? null }
}

/** Fields that are missing stay as they are. */
export async function updateMe(
  app: FastifyInstance,
  session: SessionRow,
  changes: { first_name?: string; last_name?: string },
): Promise<void> {
  const names = Object.entries(changes).map(([field, name]) => [field, name.trim()] as const)
  await asCustomer(app, session, async ({ account }) => account.update(Object.fromEntries(names)))
}

export async function listAccountSessions(app: FastifyInstance, session: SessionRow): Promise<AccountSession[]> {
  const rows = await listSessions(app.database, session.customer_id)
  return rows.map(({ id, device, created_at: created, seen_at: seen }) => ({
    id,
    device,
    created_at: created.toISOString(),
    seen_at: seen.toISOString(),
    is_this: id === session.id,
  }))
}

export async function listAccountPasskeys(app: FastifyInstance, session: SessionRow): Promise<AccountPasskey[]> {
  const rows = await listPasskeys(app.database, session.customer_id)
  return rows.map(({ id, device, created_at: created, used_at: used }) => ({
    id,
    device,
    created_at: created.toISOString(),
    used_at: used?.toISOString() ?? null,
  }))
}

export async function listAccountOrders(
  app: FastifyInstance,
  session: SessionRow,
  { locale, offset = 0, limit = ORDERS_A_PAGE }: { locale: Locale; offset?: number; limit?: number },
): Promise<{ orders: OrderSummary[]; count: number }> {
  const { orders, count } = await asCustomer(app, session, async ({ store }) =>
    store.order.list({ offset, limit, order: '-created_at', fields: app.carts.orderFields }),
  )
  const summaries = orders.map((found) => {
    const { id, number, created_at, state, total, payment, currency_code } = app.carts.describeOrder(found, locale)
    return { id, number, created_at, state, total, amount_refunded: payment.amount_refunded, currency_code }
  })
  return { orders: summaries, count }
}

/** @throws as `readCustomer` */
export async function readAccount(app: FastifyInstance, session: SessionRow, locale: Locale): Promise<AccountView> {
  const me = await readMe(app, session)
  const { orders, count } = await listAccountOrders(app, session, { locale })
  return { ...me, orders, orderCount: count }
}

/** @throws as `readCustomer` */
export async function readAccountDetails(app: FastifyInstance, session: SessionRow): Promise<AccountDetails> {
  const [me, sessions, passkeys] = await Promise.all([
    readMe(app, session),
    listAccountSessions(app, session),
    listAccountPasskeys(app, session),
  ])
  return { ...me, sessions, passkeys, preferences: await readPreferences(app.mailing, me.email) }
}

/** @throws as `readCustomer` */
export async function ownsOrder(app: FastifyInstance, session: SessionRow, orderId: string): Promise<boolean> {
  const { orders } = await asCustomer(app, session, async ({ store }) =>
    store.order.list({ id: orderId, limit: 1, fields: 'id' }),
  )
  return orders.length > 0
}

/** A refused token is replaced once. Only if Medusa says that the account is gone does the customer become a guest. */
export async function asCustomer<Result>(
  app: FastifyInstance,
  session: SessionRow,
  work: (medusa: CustomerSession) => Promise<Result>,
): Promise<Result> {
  const { backend } = app.customers
  const attempt = async () => work(await backend.open(session.customer_id))
  try {
    return await attempt()
  } catch (error) {
    if (!isUnknownCustomer(error)) throw error
    backend.forget(session.customer_id)
    await readCustomer(app, session)
    return attempt()
  }
}

function isUnknownCustomer(error: unknown): boolean {
  return error instanceof BackendError && (error.status === 401 || error.status === 404)
}
