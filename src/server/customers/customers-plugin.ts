import { createHash, randomBytes } from 'node:crypto'

import Bowser from 'bowser'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

import { cartCookie, orderCookie } from '#server/cart/api/cart-cookies.ts'
import { backendSigningKey } from '#server/config.ts'
import { addressKey, recipientHash } from '#server/email/email-tokens.ts'
import { HttpError, refuseField } from '#server/http/http-error.ts'
import { createSignedCookie } from '#server/http/signed-cookies.ts'
import { cleanUpRegularly } from '#server/infra/cleanup.ts'
import type { Transaction } from '#server/infra/database/database.ts'
import { forgetOpenedOrder } from '#server/orders/order-access.ts'
import type { EmailFacts } from '#shared/email/email.ts'
import { localePath, type Locale } from '#shared/i18n/locale.ts'

import type { SigningIn } from './account.ts'
import { createCustomerBackend, type CustomerBackend } from './customer-backend.ts'
import { createCustomerCarts } from './customer-carts.ts'
import { deleteDueAccounts } from './deletion.ts'
import { ACCOUNT_MESSAGES } from './messages.ts'
import { createPasskeys, type Passkeys } from './passkeys.ts'
import { checkNewPassword } from './passwords.ts'
import {
  deleteSession,
  deleteSessions,
  findLink,
  findSession,
  forgetOldSessions,
  insertLink,
  insertSession,
  LINK_MINUTES,
  renewSession,
  SESSION_DAYS,
  spendLinks,
  useLink,
  type AccountLink,
  type SessionRow,
} from './sessions-queries.ts'

/** Medusa's token never leaves the server. */
export interface Customers {
  backend: CustomerBackend
  passkeys: Passkeys
  /** The response must not depend on the outcome. False if the mailbox has had enough unconfirmed emails today. */
  sendLink(link: AccountLink, locale: Locale, options: { isUnconfirmed: boolean }): Promise<boolean>
  /** Undefined if the link is unknown, used or too old. It stays unused. */
  readLink(token: string): Promise<AccountLink | undefined>
  /**
   * In another browser than the one that asked for the link, its address has to be typed: a stranger may have sent
   * their own link. A guest's cart stays out then. Returns what happened to the customer's carts, or ''.
   * @throws HttpError 410, 400, 409; BackendError, DatabaseDown: then the link still works
   */
  signInByLink(visit: SigningIn, link: { token: string; password?: string; email?: string }): Promise<string>
  /** @throws HttpError 401 if they do not match; BackendError, DatabaseDown */
  signInByPassword(visit: SigningIn, email: string, password: string): Promise<string>
  isKnownHere(request: FastifyRequest, email: string): boolean
  noteAsked(reply: FastifyReply, email: string): void
  hasAsked(request: FastifyRequest, email: string): boolean
  /** Undefined for a guest. Throws DatabaseDown. */
  session(request: FastifyRequest): Promise<SessionRow | undefined>
  /** @throws HttpError 401 for a guest; DatabaseDown */
  requireSession(request: FastifyRequest): Promise<SessionRow>
  /** Nothing of the customer stays in the browser, not even the cart. */
  signOut(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** For a session that has ended already. */
  clearCookies(request: FastifyRequest, reply: FastifyReply): void
  /** Ends the other sessions and emails the customer. Throws HttpError 400, 409. */
  changePassword(session: SessionRow, email: string, password: string, locale: Locale): Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    customers: Customers
  }
}

const SECONDS_A_DAY = 86_400
const TOKEN_BYTES = 32
const RENEW_MS = 3_600_000

/** The token of a session. */
const sessionCookie = createSignedCookie('customer', { seconds: SESSION_DAYS * SECONDS_A_DAY })
/** A hash of the address that signed in here before. Without it, a sign-in is from a new device. */
const knownCookie = createSignedCookie('known_customer', { seconds: 400 * SECONDS_A_DAY })

/** A hash of the address for which this browser has asked for a link. */
const askedCookie = createSignedCookie('link_asked', { seconds: LINK_MINUTES * 60 })

export const customers = fp(
  async function customers(app: FastifyInstance) {
    const { database, emails } = app
    const backend = createCustomerBackend(app.backend, backendSigningKey(app.config))
    const found = new WeakMap<FastifyRequest, Promise<SessionRow | undefined>>()
    /** The token that a response sets again; undefined if its session has ended, so that the cookie is cleared. */
    const tokens = new WeakMap<FastifyRequest, string | undefined>()
    const customerCarts = createCustomerCarts(app)
    app.cartOwners = customerCarts

    /** With a new token: one planted before the sign-in is worth nothing. `change` runs in the same transaction. */
    async function startSession(
      visit: SigningIn,
      { id, email }: { id: string; email: string },
      change: (tx: Transaction) => Promise<void>,
      takesCart = true,
    ): Promise<string> {
      const { request, reply } = visit
      const token = createToken()
      const former = sessionCookie.read(request)
      await database.transaction(async (tx) => {
        await change(tx)
        if (former) await deleteSession(tx, hashOf(former))
        await insertSession(tx, { tokenHash: hashOf(token), customerId: id, device: deviceOf(request) })
      })
      tokens.delete(request)
      sessionCookie.set(reply, token)
      knownCookie.set(reply, recipientHash(email))
      return customerCarts.join(visit, id, takesCart)
    }

    async function setPassword(id: string, password: string): Promise<void> {
      if (!(await backend.setPassword(id, password)))
        throw new HttpError(409, { message: ACCOUNT_MESSAGES.staffPassword })
    }

    const urlOf = (locale: Locale, path: string): string => app.shopOrigin() + localePath(locale, path)

    const session: Customers['session'] = (request) => {
      const known = found.get(request)
      if (known) return known
      const reading = readSession(request)
      found.set(request, reading)
      return reading
    }

    /** Renews the session at most once an hour. Clears the cookie of an ended session. */
    async function readSession(request: FastifyRequest): Promise<SessionRow | undefined> {
      const token = sessionCookie.read(request)
      if (!token) return undefined
      const read = await findSession(database, hashOf(token))
      if (!read) tokens.set(request, undefined)
      else if (Date.now() - read.seen_at.getTime() >= RENEW_MS) {
        await renewSession(database, read.id)
        tokens.set(request, token)
      }
      return read
    }

    app.addHook('onSend', async (request, reply) => {
      if (!tokens.has(request)) return
      const token = tokens.get(request)
      if (token) sessionCookie.set(reply, token)
      else sessionCookie.clear(reply)
    })

    app.decorate('customers', {
      backend,
      passkeys: createPasskeys(app, { backend, startSession, notify, isKnownHere, deviceOf }),
      session,
      sendLink: async (link, locale, { isUnconfirmed }) =>
        database.transaction(async (tx) => queueLink(app, tx, link, { locale, isUnconfirmed })),
      readLink: (token) => findLink(database, hashOf(token)),
      async signInByLink(visit, { token, password = '', email: typed = '' }) {
        const hash = hashOf(token)
        const link = await findLink(database, hash)
        // A link that changes an address does not sign in: it is only for the customer who asked for it.
        if (!link || link.customer_id) throw linkSpent()
        const { email, purpose } = link
        const isOwn = hasAsked(visit.request, email)
        if (!isOwn && addressKey(typed) !== email) throw refuseField('email', ACCOUNT_MESSAGES.typeAddress)
        if (purpose !== 'sign-in') checkNewPassword(password, email)
        const { id, is_new: isNew } = await backend.confirm(link)
        if (purpose !== 'sign-in') await setPassword(id, password)
        return startSession(
          visit,
          { id, email },
          async (tx) => {
            // Used with the session, not before: a failure on the way leaves the link as it was.
            if (!(await useLink(tx, hash))) throw linkSpent()
            if (purpose === 'sign-in') return
            await spendLinks(tx, email)
            await deleteSessions(tx, id)
            if (!isNew)
              await notify(tx, email, 'password-changed', { locale: visit.locale, device: deviceOf(visit.request) })
          },
          isOwn,
        )
      },
      async signInByPassword(visit, email, password) {
        const id = await backend.logIn(email, password)
        if (id === null) throw new HttpError(401, { message: ACCOUNT_MESSAGES.wrongPassword })
        return startSession(visit, { id, email }, async (tx) => {
          // A link proves that its reader owns the address. A password may have been stolen.
          if (!isKnownHere(visit.request, email))
            await notify(tx, email, 'new-device', { locale: visit.locale, device: deviceOf(visit.request) })
        })
      },
      isKnownHere,
      noteAsked: (reply, email) => askedCookie.set(reply, recipientHash(email)),
      hasAsked,
      async requireSession(request) {
        const signedIn = await session(request)
        if (!signedIn) throw new HttpError(401, { message: ACCOUNT_MESSAGES.signInFirst })
        return signedIn
      },
      async signOut(request, reply) {
        const token = sessionCookie.read(request)
        if (token) await deleteSession(database, hashOf(token))
        clearCookies(request, reply)
      },
      clearCookies,
      async changePassword({ id, customer_id: customerId, device }, email, password, locale) {
        checkNewPassword(password, email)
        await database.transaction(async (tx) => {
          await spendLinks(tx, email)
          await deleteSessions(tx, customerId, { but: id })
          await notify(tx, email, 'password-changed', { locale, device })
          // Last, so that the customer has the former password if anything before it fails.
          await setPassword(customerId, password)
        })
      },
    })

    function clearCookies(request: FastifyRequest, reply: FastifyReply): void {
      tokens.delete(request)
      sessionCookie.clear(reply)
      cartCookie.clear(reply)
      orderCookie.clear(reply)
      forgetOpenedOrder(reply)
    }

    async function notify(
      tx: Transaction,
      to: string,
      kind: EmailFacts['account-notice']['kind'],
      { locale, device }: { locale: Locale; device: string },
    ): Promise<void> {
      const facts = { kind, device, at: new Date().toISOString(), accountUrl: urlOf(locale, '/account') }
      await emails.queue(tx, { to, letter: { name: 'account-notice', locale, facts } })
    }

    function isKnownHere(request: FastifyRequest, email: string): boolean {
      return knownCookie.read(request) === recipientHash(email)
    }

    function hasAsked(request: FastifyRequest, email: string): boolean {
      return isKnownHere(request, email) || askedCookie.read(request) === recipientHash(email)
    }

    cleanUpRegularly(app, 'sessions of customers', () => forgetOldSessions(database))
    cleanUpRegularly(app, 'deleted accounts', () => deleteDueAccounts(app))
  },
  { name: 'customers', dependencies: ['database', 'backend', 'carts', 'mailer', 'signed-cookies'] },
)

/** @returns as `sendLink` */
export async function queueLink(
  app: FastifyInstance,
  tx: Transaction,
  link: AccountLink,
  { locale, to = link.email, isUnconfirmed = false }: { locale: Locale; to?: string; isUnconfirmed?: boolean },
): Promise<boolean> {
  const token = createToken()
  await insertLink(tx, hashOf(token), link)
  const url = `${app.shopOrigin()}${localePath(locale, '/account/link')}?token=${token}`
  const facts = {
    purpose: link.purpose,
    url,
    minutes: LINK_MINUTES,
    ...(to === link.email ? {} : { next: link.email }),
  }
  return app.emails.queue(tx, { to, letter: { name: 'account-link', locale, facts }, isUnconfirmed })
}

export function linkSpent(): HttpError {
  return new HttpError(410, { message: ACCOUNT_MESSAGES.linkSpent, details: 'token' })
}

export function createToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

const KNOWN_NAMES = new Set<unknown>([...Object.values(Bowser.BROWSER_MAP), ...Object.values(Bowser.OS_MAP)])

/** For an unknown browser the parser returns the text of the header, which a thief would address to the customer. */
function deviceOf({ headers }: FastifyRequest): string {
  const agent = headers['user-agent']
  if (!agent) return '—'
  const { browser, os } = Bowser.parse(agent)
  return [browser.name, os.name].filter((name) => KNOWN_NAMES.has(name)).join(', ') || '—'
}
