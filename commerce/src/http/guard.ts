import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

/** What a request that never reaches Medusa is answered with. */
interface HttpError {
  status: number
  message: string
  /** Seconds. */
  retryAfter?: number
}

export interface GuardOptions {
  /** Host names, without ports, that this backend answers to besides those of the machine itself. */
  hosts: readonly string[]
  /** Names of the payment providers that may call `/hooks/payment/<name>`. */
  webhooks: readonly string[]
  /** Milliseconds. */
  now?: () => number
}

/** Every browser on this machine may call these, and a browser names no other machine by them. */
const OWN_NAMES = ['127.0.0.1', 'localhost', '[::1]']
/** Medusa's router heeds no case, and a request may name its target with the scheme and host. */
const WEBHOOK = /^(?:https?:\/\/[^/]*)?\/hooks\/payment(?:\/([^/?]*))?\/?(?:\?|$)/i
/** PayPal's events have a few kB. */
const LONGEST_EVENT = 64 * 1024
/** PayPal repeats an event that was refused for three days, and a job finds paid orders by itself meanwhile. */
const MOST_EVENTS = { ofOne: 120, ofAll: 600, windowMs: 60_000 }

/**
 * Stands before Medusa and refuses what it should never see:
 * - a Host that is not ours: a web page whose domain is pointed at this machine (DNS rebinding) would be of our origin;
 * - a request of another site's page: Medusa is called by servers, and by its own pages alone;
 * - payment events of providers that the shop does not have, too large ones, and too many of them.
 */
export function guard(handle: RequestListener, options: GuardOptions): RequestListener {
  const hosts = new Set([...OWN_NAMES, ...options.hosts.map((host) => host.toLowerCase())])
  const limit = createLimit(options.now ?? Date.now)

  function errorOf(request: IncomingMessage): HttpError | undefined {
    const { host = '' } = request.headers
    if (!hosts.has(nameOf(host))) {
      const message = 'This backend does not answer to this Host; name it in ALLOWED_HOSTS if it should.'
      return { status: 421, message }
    }
    if (isOfAnotherSite(request, host))
      return { status: 403, message: 'Pages of other sites may not call this backend.' }
    const [isWebhook, provider = ''] = WEBHOOK.exec(request.url ?? '') ?? []
    if (isWebhook === undefined) return undefined
    if (request.method !== 'POST' || !options.webhooks.includes(provider)) return { status: 404, message: 'Not Found' }
    const length = request.headers['content-length']
    // Medusa itself stops reading a body without a length at 100 kB.
    if (Number(length ?? 0) > LONGEST_EVENT)
      return { status: 413, message: `An event has at most ${LONGEST_EVENT} bytes.` }
    const seconds = limit(senderOf(request))
    return seconds > 0 ? { status: 429, message: 'Too many events.', retryAfter: seconds } : undefined
  }

  return (request, response) => {
    const error = errorOf(request)
    if (error) sendError(response, error)
    else handle(request, response)
  }
}

/** A Host without its port, in lower case; `[::1]` keeps its brackets. */
function nameOf(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '')
}

/** Servers send neither header; browsers send the first with every write, and the second with everything. */
function isOfAnotherSite({ method, url = '', headers }: IncomingMessage, host: string): boolean {
  // Uploaded images may stand on any page.
  if ((method === 'GET' || method === 'HEAD') && url.startsWith('/static/')) return false
  const { origin, 'sec-fetch-site': site = 'none' } = headers
  if (origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host.toLowerCase())) return true
  return site !== 'same-origin' && site !== 'none'
}

/** A proxy before us writes last from where it was called. */
function senderOf({ headers, socket }: IncomingMessage): string {
  return (
    String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .at(-1)
      ?.trim() ||
    (socket.remoteAddress ?? '')
  )
}

/** @returns a count of one more, which answers with the seconds to wait, 0 where it is within the limit */
function createLimit(now: () => number): (sender: string) => number {
  let begun = now()
  let all = 0
  let counts = new Map<string, number>()
  return (sender) => {
    if (now() - begun >= MOST_EVENTS.windowMs) [begun, all, counts] = [now(), 0, new Map<string, number>()]
    const count = (counts.get(sender) ?? 0) + 1
    if (count > MOST_EVENTS.ofOne || all >= MOST_EVENTS.ofAll)
      return Math.ceil((begun + MOST_EVENTS.windowMs - now()) / 1000)
    counts.set(sender, count)
    all += 1
    return 0
  }
}

function sendError(response: ServerResponse, { status, message, retryAfter }: HttpError): void {
  const body = JSON.stringify({ type: 'not_allowed', message })
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    // What comes after a body that was not read cannot be told from it.
    connection: 'close',
    ...(retryAfter ? { 'retry-after': String(retryAfter) } : {}),
  })
  response.end(body)
}
