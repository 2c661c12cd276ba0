import { Admin } from '@medusajs/js-sdk'
import type { Dispatcher } from 'undici'

import { BackendClient } from './backend-client.ts'
import { openWire } from './http.ts'

/** Who asks: a secret key of the shop's, or somebody of its staff by their token or their session. */
export type BackOfficeAuth = { apiKey: string } | { bearer: string } | { session: string }

export interface BackOfficeOptions {
  baseUrl: string
  auth: BackOfficeAuth
  publishableKey?: string | undefined
  /** Instead of a pool of its own; whoever brings it closes it. */
  dispatcher?: Dispatcher | undefined
}

/** What the shop's staff may do, as the SDK names it. Every call throws BackendError where it fails. */
export interface BackOffice {
  readonly admin: Admin
  close(): Promise<void>
}

/** Few calls, and long ones: nobody waits for them at a till. */
const CONNECTIONS = 4
const READ_MS = 20_000
const SESSION_COOKIE = 'connect.sid'

/** The back office, for one who is allowed in. Made anew for each person: it carries their right. */
export function createBackOffice({ baseUrl, auth, publishableKey, dispatcher }: BackOfficeOptions): BackOffice {
  const wire = openWire({ baseUrl, dispatcher, connections: CONNECTIONS, readTimeoutMs: READ_MS })
  const config = {
    baseUrl,
    ...(publishableKey ? { publishableKey } : {}),
    ...('apiKey' in auth ? { apiKey: auth.apiKey } : { globalHeaders: headersOf(auth) }),
  }
  return {
    admin: new Admin(new BackendClient(config, (call) => wire.send(call, {}))),
    close: wire.close,
  }
}

function headersOf(auth: { bearer: string } | { session: string }): Record<string, string> {
  return 'bearer' in auth ? { authorization: `Bearer ${auth.bearer}` } : { cookie: `${SESSION_COOKIE}=${auth.session}` }
}
