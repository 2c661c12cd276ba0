import { Client, type ClientFetch, type Config, type FetchArgs, type FetchInput } from '@medusajs/js-sdk'

import { toQueryString } from './query-string.ts'

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
