import type { FastifyInstance } from 'fastify'
import { strToU8, zip } from 'fflate'
import pMap from 'p-map'

import { addressHash, addressKey, recipientHash } from '#server/email/email-tokens.ts'
import { readEmailsOfOrder } from '#server/email/emails-queries.ts'
import { listOfOrder } from '#server/orders/withdrawals/withdrawals-queries.ts'
import { alertsOf } from '#server/subscriptions/stock-alerts/stock-alerts-queries.ts'
import { hintsOf, subscriptionsOf } from '#server/subscriptions/subscriptions-queries.ts'
import type { Locale } from '#shared/i18n/locale.ts'

import { asCustomer, listAccountPasskeys, listAccountSessions } from './account.ts'
import { readSaved } from './saved.ts'
import type { SessionRow } from './sessions-queries.ts'

const ORDERS_A_CALL = 50
const PARALLEL_READS = 4

/** A zip archive of JSON files. Messages to the shop are emailed to the merchant and not stored. */
export async function exportAccount(app: FastifyInstance, session: SessionRow, locale: Locale): Promise<Uint8Array> {
  const { addresses, ...details } = await asCustomer(app, session, async ({ account }) => ({
    ...(await account.read()),
    addresses: await account.addresses({ limit: 1000 }),
  }))
  const [orders, sessions, passkeys, saved] = await Promise.all([
    readOrders(app, session, locale),
    listAccountSessions(app, session),
    listAccountPasskeys(app, session),
    readSaved(app.database, session.customer_id),
  ])
  return archive({
    details,
    addresses,
    orders,
    sessions,
    passkeys,
    saved,
    ...(await readMailings(app, details.email)),
  })
}

async function readOrders(app: FastifyInstance, session: SessionRow, locale: Locale): Promise<object[]> {
  const ids: string[] = []
  for (let isLast = false; !isLast;) {
    const { orders } = await asCustomer(app, session, async ({ store }) =>
      store.order.list({ offset: ids.length, limit: ORDERS_A_CALL, order: '-created_at', fields: 'id' }),
    )
    ids.push(...orders.map((order) => order.id))
    isLast = orders.length < ORDERS_A_CALL
  }
  return pMap(
    ids,
    async (id) => {
      const [order, withdrawals, emails] = await Promise.all([
        app.carts.readOrder(id, { locale }),
        listOfOrder(app.database, id),
        readEmailsOfOrder(app.database, id),
      ])
      return {
        ...order,
        withdrawals: withdrawals.map(({ lines, reason, received_at, state }) => ({
          lines,
          reason,
          received_at,
          state,
        })),
        emails: emails.map(({ name, queued_at, handed_over_at: sent_at }) => ({ name, queued_at, sent_at })),
      }
    },
    { concurrency: PARALLEL_READS },
  )
}

/** With or without an account. */
async function readMailings({ database }: FastifyInstance, email: string) {
  const key = addressKey(email) ?? email
  const [newsletter, hints, alerts] = await Promise.all([
    subscriptionsOf(database, key),
    hintsOf(database, { sender: key, recipientHash: addressHash(key) }),
    alertsOf(database, recipientHash(key)),
  ])
  return { newsletter, hints, 'back-in-stock': alerts }
}

/** Large files are compressed in a worker thread. */
async function archive(contents: Record<string, unknown>): Promise<Uint8Array> {
  const files = Object.entries(contents).map(
    ([name, content]) => [`${name}.json`, strToU8(`${JSON.stringify(content, null, 2)}\n`)] as const,
  )
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  zip(Object.fromEntries(files), (error, bytes) => (error ? reject(error) : resolve(bytes)))
  return promise
}
