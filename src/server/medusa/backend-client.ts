import { Client, type ClientFetch, type Config, type FetchArgs, type FetchInput } from '@medusajs/js-sdk'

import { UnsendableError } from './backend-error.ts'

/** The path includes the query; header names are lower case. */
export interface OutgoingCall {
  method: string
  path: string
  headers: Record<string, string>
  body: string | Uint8Array | undefined
  signal: AbortSignal | undefined
}

export type Send = (call: OutgoingCall) => Promise<unknown>

/** The SDK's client, with our transport: pool, timeouts, retries and errors. */
export class BackendClient extends Client {
  readonly #send: Send
  readonly #basePath: string
  readonly #defaultHeaders: NonNullable<Config['globalHeaders']>

  constructor(config: Config, send: Send) {
    super(config)
    this.#send = send
    this.#basePath = new URL(config.baseUrl).pathname.replace(/\/$/, '')
    this.#defaultHeaders = {
      'content-type': 'application/json',
      accept: 'application/json',
      ...this.getApiKeyHeader_(),
      ...this.getPublishableKeyHeader_(),
      ...config.globalHeaders,
    }
  }

  /** The SDK's constructor calls it before our fields are initialized, so it returns a closure. */
  protected override initClient(): ClientFetch {
    // The SDK types every fetch as Response and casts it to the call's type afterwards.
    return ((input: FetchInput, init?: FetchArgs) => this.#perform(input, init)) as ClientFetch
  }

  async #perform(input: FetchInput, init: FetchArgs = {}) {
    if (input instanceof Request) throw new TypeError('The backend is called by path, not by Request.')
    const headers = new Headers()
    const named = { ...this.#defaultHeaders, ...(await this.getJwtHeader_()), ...init.headers }
    for (const [name, value] of Object.entries(named)) {
      if (value === null || value === '') headers.delete(name)
      else if (typeof value === 'string') headers.set(name, value)
    }
    const body = await toBody(init.body, headers)
    return this.#send({
      method: (init.method ?? 'GET').toUpperCase(),
      path: this.#pathOf(input, init.query),
      headers: Object.fromEntries(headers),
      body,
      signal: init.signal ?? undefined,
    })
  }

  #pathOf(input: string | URL, query: FetchArgs['query']) {
    const [path = '', written = ''] = String(input).split('?', 2)
    const search = [written, toQueryString(query ?? {})].filter(Boolean).join('&')
    return `${this.#basePath}/${path.replace(/^\//, '')}${search ? `?${search}` : ''}`
  }
}

async function toBody(body: FetchArgs['body'], headers: Headers): Promise<OutgoingCall['body']> {
  if (body === undefined || body === null) return undefined
  if (body instanceof FormData) {
    const written = new Response(body)
    headers.set('content-type', written.headers.get('content-type') ?? '')
    return new Uint8Array(await written.arrayBuffer())
  }
  return typeof body === 'string' ? body : JSON.stringify(body)
}

/** The backend's parser, qs, reads no more. Medusa turns its limit for lists off. */
const MOST_PAIRS = 1000
const DEEPEST = 5

/** `id[0]=a&created_at[$gt]=…`, without '', null and undefined. Throws UnsendableError beyond what the backend reads. */
function toQueryString(query: object) {
  const pairs = Object.entries(query).flatMap(([key, value]) => toPairs(key, value))
  if (pairs.length > MOST_PAIRS)
    throw new UnsendableError(`A query has at most ${MOST_PAIRS} entries, not ${pairs.length}: ask in parts.`)
  const deep = pairs.find(([key]) => key.split('[').length - 1 > DEEPEST)
  if (deep) throw new UnsendableError(`A query is at most ${DEEPEST} deep; "${deep[0]}" is deeper.`)
  return pairs.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join('&')
}

function toPairs(key: string, value: unknown): [string, string][] {
  if (value === undefined || value === null || value === '') return []
  if (value instanceof Date) return [[key, value.toISOString()]]
  if (Array.isArray(value)) {
    return value
      .filter((entry) => entry !== undefined && entry !== null && entry !== '')
      .flatMap((entry, index) => toPairs(`${key}[${index}]`, entry))
  }
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([inner, entry]) => toPairs(`${key}[${inner}]`, entry))
  }
  return [[key, typeof value === 'string' ? value : JSON.stringify(value)]]
}

/** The SDK inserts ids unescaped. Throws UnsendableError for an id that changes the path even when escaped. */
export function pathId(id: string) {
  if (/^\.{0,2}$/.test(id)) throw new UnsendableError(`"${id}" is no id.`)
  return encodeURIComponent(id)
}
