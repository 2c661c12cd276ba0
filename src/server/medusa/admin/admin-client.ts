import type { Client, Config } from '@medusajs/js-sdk'
import type { Dispatcher } from 'undici'

import { BackendClient, type Send, type OutgoingCall } from '../backend-client.ts'
import { createAuthentication, type Authentication } from '../customers/authentication.ts'
import { openWire, type Wire } from '../http.ts'
import { openStaffApi, type StaffApi } from './staff-api.ts'

/**
 * Where the token of someone who logs in is kept, in the SDK's words: local storage where there is one and nowhere
 * else, under `medusa_auth_token`, unless it is told otherwise.
 */
type TokenStorage = Pick<NonNullable<Config['auth']>, 'jwtTokenStorageKey' | 'jwtTokenStorageMethod' | 'storage'>

/**
 * Who asks: a secret key of the shop's, or someone of its staff by their token, by the cookie of their session, or
 * by logging in.
 */
export type AdminAuth = { apiKey: string } | { bearer: string } | { session: string } | { login: TokenStorage }

interface AdminClientOptions {
  baseUrl: string
  auth: AdminAuth
  publishableKey?: string | undefined
  /** Instead of a pool of its own; anyone who brings it closes it. */
  dispatcher?: Dispatcher | undefined
}

/**
 * What the shop's staff may do. Every call throws BackendError where it fails; one of someone who logs in throws
 * Error where their token cannot be kept as they wish.
 */
export interface AdminClient {
  readonly admin: StaffApi
  /** Logging in and out; a token or session that is got here goes along with every further call of `{login}`. */
  readonly auth: Authentication
  /** What no SDK knows: a route of our own in the backend. */
  readonly fetch: Client['fetch']
  close(): Promise<void>
}

/** Few calls, and long ones: no request waits for them at a till. */
const CONNECTIONS = 4
const READ_MS = 20_000
const WRITE_MS = 60_000
const STAFF = 'user'
/** What the SDK would print is thrown as well. */
const QUIET = { error() {}, warn() {}, info() {}, debug() {} }

/** The back office, for one who is allowed in. Made anew for each person: it carries their right. */
export function createAdminClient({ baseUrl, auth, publishableKey, dispatcher }: AdminClientOptions): AdminClient {
  const wire = openWire({
    baseUrl,
    dispatcher,
    connections: CONNECTIONS,
    readTimeoutMs: READ_MS,
    writeTimeoutMs: WRITE_MS,
  })
  const config = { baseUrl, logger: QUIET, ...(publishableKey ? { publishableKey } : {}), ...rightOf(auth) }
  const client = new BackendClient(config, sendFor(wire, auth))
  return {
    admin: openStaffApi(client),
    auth: createAuthentication(client, STAFF),
    fetch: client.fetch.bind(client),
    close: wire.close,
  }
}

/** Only a login has a session: a key and a token need none. */
function sendFor(wire: Wire, auth: AdminAuth): Send {
  if ('session' in auth) return withSession(wire, auth.session)
  return 'login' in auth ? withSession(wire) : (call) => wire.send(call, {})
}

function rightOf(auth: AdminAuth): Pick<Config, 'apiKey' | 'auth' | 'globalHeaders'> {
  if ('apiKey' in auth) return { apiKey: auth.apiKey, auth: NO_TOKEN }
  if ('bearer' in auth) return { globalHeaders: { authorization: `Bearer ${auth.bearer}` }, auth: NO_TOKEN }
  if ('session' in auth) return { auth: NO_TOKEN }
  return { auth: { ...auth.login, type: 'jwt' } }
}

/** Another user's token must not stand in for the one that the caller named. */
const NO_TOKEN = { type: 'jwt', jwtTokenStorageMethod: 'nostore' } as const

const COOKIE = 'connect.sid'
const VALUE = new RegExp(`^${COOKIE}=([^;]*)`)
const ENDS = 'DELETE /auth/session'

/**
 * Keeps the session that the backend begins for someone who logs in, as a browser would: from then on it goes along
 * with every call, and their token does not.
 * @param begun a session of a browser, to go on with
 */
function withSession(wire: Wire, begun?: string): Send {
  let session = begun
  return async (call) => {
    const answer = await wire.send(session ? bySession(call, session) : call, {
      onHeaders(headers) {
        const cookies = [headers['set-cookie'] ?? []].flat()
        session = cookies.map((cookie) => VALUE.exec(cookie)?.[1]).find(Boolean) ?? session
      },
    })
    if (`${call.method} ${call.path}`.endsWith(ENDS)) session = undefined
    return answer
  }
}

function bySession({ headers: { authorization: _token, ...headers }, ...call }: OutgoingCall, session: string) {
  return { ...call, headers: { ...headers, cookie: `${COOKIE}=${session}` } }
}
