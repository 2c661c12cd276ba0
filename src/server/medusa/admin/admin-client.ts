import type { Client, Config } from '@medusajs/js-sdk'
import type { Dispatcher } from 'undici'

import { BackendClient, type Send, type OutgoingCall } from '../backend-client.ts'
import { createAuthentication, type Authentication } from '../customers/authentication.ts'
import { openWire, type Wire } from '../http.ts'
import { openStaffApi, type StaffApi } from './staff-api.ts'

/**
 * Where the SDK stores the login token. The default is local storage, if available, under `medusa_auth_token`.
 */
type TokenStorage = Pick<NonNullable<Config['auth']>, 'jwtTokenStorageKey' | 'jwtTokenStorageMethod' | 'storage'>

/** How the client authenticates: a secret API key, or a user's token, session cookie or login. */
export type AdminAuth = { apiKey: string } | { bearer: string } | { session: string } | { login: TokenStorage }

interface AdminClientOptions {
  baseUrl: string
  auth: AdminAuth
  publishableKey?: string | undefined
  /** Replaces the client's own pool. The caller closes it. */
  dispatcher?: Dispatcher | undefined
}

/**
 * Client of the admin API. Every call throws BackendError if it fails. With `login`, a call throws Error if the token
 * cannot be stored as configured.
 */
export interface AdminClient {
  readonly admin: StaffApi
  /** Login and logout. With `login`, later calls send the token or session obtained here. */
  readonly auth: Authentication
  /** For custom routes of the backend, which the SDK lacks. */
  readonly fetch: Client['fetch']
  close(): Promise<void>
}

/** Admin calls are few and long, and no shopper waits for them. */
const CONNECTIONS = 4
const READ_MS = 20_000
const WRITE_MS = 60_000
const STAFF = 'user'
/** Silences the SDK's logger, because the same errors are thrown. */
const QUIET = { error() {}, warn() {}, info() {}, debug() {} }

/** Create one client per user, since it holds the user's credentials. */
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

/** Only `session` and `login` keep a session cookie. */
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

/** Disables token storage, so that a stored token of another user never replaces the caller's credentials. */
const NO_TOKEN = { type: 'jwt', jwtTokenStorageMethod: 'nostore' } as const

const COOKIE = 'connect.sid'
const VALUE = new RegExp(`^${COOKIE}=([^;]*)`)
const ENDS = 'DELETE /auth/session'

/**
 * Stores the backend's session cookie as a browser does. Once there is one, calls send it instead of the token.
 * @param begun an existing session of a browser
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
