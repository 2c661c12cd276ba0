import { Client, type ClientFetch, type Config, type FetchArgs, type FetchInput } from '@medusajs/js-sdk'

import { UnsendableError } from './admin/uploads.ts'

/** One call as it goes out: a method, a path with its query, headers in lower case, a body. */
export interface OutgoingCall {
  method: string
  path: string
  headers: Record<string, string>
  body: string | Uint8Array | undefined
  signal: AbortSignal | undefined
}

export type Send = (call: OutgoingCall) => Promise<unknown>

/** The SDK's client on our own HTTP: its methods, paths and bodies, our pool, time-outs, retries and errors. */
export class BackendClient extends Client {
  readonly #send: Send
  readonly #basePath: string
  readonly #defaultHeaders: Record<string, string>

  constructor(config: Config, send: Send) {
    super(config)
    this.#send = send
    this.#basePath = new URL(config.baseUrl).pathname.replace(/\/$/, '')
    this.#defaultHeaders = {
      'content-type': 'application/json',
      accept: 'application/json',
      ...this.getApiKeyHeader_(),
      ...this.getPublishableKeyHeader_(),
      ...namedHeaders(config.globalHeaders),
    }
  }

  /** Called by the SDK's constructor, before our fields exist: hence the closure. */
  protected override initClient(): ClientFetch {
    // The SDK types every fetch as Response and casts to the call's own type afterwards.
    return ((input: FetchInput, init?: FetchArgs) => this.#perform(input, init)) as ClientFetch
  }

  async #perform(input: FetchInput, init: FetchArgs = {}): Promise<unknown> {
    if (input instanceof Request) throw new TypeError('The backend is called by path, not by Request.')
    const headers = new Headers(this.#defaultHeaders)
    const named = { ...(await this.getJwtHeader_()), ...init.headers }
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

  #pathOf(input: string | URL, query: FetchArgs['query']): string {
    const [path = '', written = ''] = String(input).split('?', 2)
    const search = [written, toQueryString(query ?? {})].filter(Boolean).join('&')
    return `${this.#basePath}/${path.replace(/^\//, '')}${search ? `?${search}` : ''}`
  }
}

/** A form names its boundary in `headers`. */
async function toBody(body: FetchArgs['body'], headers: Headers): Promise<OutgoingCall['body']> {
  if (body === undefined || body === null) return undefined
  if (body instanceof FormData) {
    const written = new Response(body)
    headers.set('content-type', written.headers.get('content-type') ?? '')
    return new Uint8Array(await written.arrayBuffer())
  }
  return typeof body === 'string' ? body : JSON.stringify(body)
}

function namedHeaders(headers: Config['globalHeaders'] = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** A query as the SDK's methods take it: values, lists, and conditions nested in objects. */
type Query = Record<string, unknown>

/**
 * How far the backend reads. Others that read queries in this manner take a list of more than 20 for a thing with
 * numbered names; Medusa has turned that off and reads a list of any length, so there is no such limit here: a list cut
 * short would find less than was asked for.
 */
const MOST_PAIRS = 1000
const DEEPEST = 5

/**
 * Writes a query the way the backend reads it: `id[0]=a&created_at[$gt]=…`.
 * Entries that are '', null or undefined are left out, at any depth.
 * @returns the query without its question mark; '' where nothing is left
 * @throws UnsendableError for one that the backend would read in part, and answer as if the rest had not been asked
 */
function toQueryString(query: Query): string {
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

/**
 * An id as one segment of a path: the SDK writes it there as it comes.
 * @throws UnsendableError for one that no escaping keeps from leading elsewhere
 */
export function pathId(id: string): string {
  if (/^\.{0,2}$/.test(id)) throw new UnsendableError(`"${id}" is no id.`)
  return encodeURIComponent(id)
}
