import type { Config } from '@medusajs/js-sdk'
import type { Dispatcher } from 'undici'

import { BackendClient, type Send, type OutgoingCall } from '../backend-client.ts'
import { createAuthentication } from '../customers/authentication.ts'
import { openWire, type Wire } from '../http.ts'
import { openStaffApi } from './staff-api.ts'

/** The SDK's default is local storage, if available, under `medusa_auth_token`. */
type TokenStorage = Pick<NonNullable<Config['auth']>, 'jwtTokenStorageKey' | 'jwtTokenStorageMethod' | 'storage'>

export type AdminAuth = { apiKey: string } | { bearer: string } | { session: string } | { login: TokenStorage }

interface AdminClientOptions {
  baseUrl: string
  auth: AdminAuth
  publishableKey?: string
  dispatcher?: Dispatcher
}

export type AdminClient = ReturnType<typeof createAdminClient>

/** Admin calls are few and long, and no shopper waits for them. */
const CONNECTIONS = 4
const READ_MS = 20_000
const WRITE_MS = 60_000
/** The same errors are thrown. */
const QUIET = { error() {}, warn() {}, info() {}, debug() {} }

/**
 * Calls throw BackendError. With `login`, they throw Error if the token cannot be stored.
 * Create one for each user, since it holds the user's credentials.
 */
export function createAdminClient({ baseUrl, auth, publishableKey, dispatcher }: AdminClientOptions) {
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
    auth: createAuthentication(client, 'user'),
    /** For custom routes of the backend. */
    fetch: client.fetch.bind(client),
    close: wire.close,
  }
}

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

/** A stored token of another user must never replace the caller's credentials. */
const NO_TOKEN = { type: 'jwt', jwtTokenStorageMethod: 'nostore' } as const

const COOKIE = 'connect.sid'
const VALUE = new RegExp(`^${COOKIE}=([^;]*)`)
const ENDS = 'DELETE /auth/session'

/** Like a browser. Once there is a session cookie, calls send it instead of the token. */
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
