import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

interface HttpError {
  status: number
  message: string
  retryAfter?: number
}

export interface GuardOptions {
  /** In addition to those of the machine itself, without ports. */
  hosts: readonly string[]
  webhooks: readonly string[]
  now?: () => number
}

const OWN_NAMES = ['127.0.0.1', 'localhost', '[::1]']
/** Medusa's router ignores case, and a request target may contain the scheme and host. */
const WEBHOOK = /^(?:https?:\/\/[^/]*)?\/hooks\/payment(?:\/([^/?]*))?\/?(?:\?|$)/i
const LONGEST_EVENT = 64 * 1024
const DASHBOARD_PAGE = /^\/app(?:[/?]|$)/
/** The storefront signs customers in, and limits them itself. */
const STAFF_SIGN_IN = /^(?:https?:\/\/[^/]*)?\/auth\/user\//i
/** A rejected event is not lost: PayPal retries it for three days, and a job looks for paid orders in the meantime. */
const MOST_EVENTS = { ofOne: 120, ofAll: 600, windowMs: 60_000 }
/** Only sign-ins that fail count. A tunnel or proxy makes all of the staff one sender. */
const MOST_SIGN_INS = { ofOne: 10, ofAll: 100, windowMs: 900_000 }

/** Against DNS rebinding, calls from pages of other sites, floods of payment events, and guesses of staff passwords. */
export function guard(handle: RequestListener, options: GuardOptions): RequestListener {
  const hosts = new Set([...OWN_NAMES, ...options.hosts.map((host) => host.toLowerCase())])
  const events = createLimit(MOST_EVENTS, options.now ?? Date.now)
  const signIns = createLimit(MOST_SIGN_INS, options.now ?? Date.now)

  function errorOf(request: IncomingMessage, response: ServerResponse): HttpError | undefined {
    const { host = '' } = request.headers
    const name = host.toLowerCase().replace(/:\d*$/, '')
    if (!hosts.has(name)) {
      const message = 'This backend does not answer to this Host; name it in ALLOWED_HOSTS if it should.'
      return { status: 421, message }
    }
    if (isOfAnotherSite(request, host))
      return { status: 403, message: 'Pages of other sites may not call this backend.' }
    if (request.method === 'POST' && STAFF_SIGN_IN.test(decoded(request.url ?? ''))) {
      const sender = senderOf(request)
      // Counted before the password is checked, so that many at once are not all let through.
      const seconds = signIns.count(sender)
      if (seconds > 0)
        return { status: 429, message: 'Too many wrong passwords. Try again later.', retryAfter: seconds }
      response.once('finish', () => response.statusCode < 300 && signIns.takeBack(sender))
      return undefined
    }
    const [isWebhook, provider = ''] = WEBHOOK.exec(request.url ?? '') ?? []
    if (isWebhook === undefined) return undefined
    if (request.method !== 'POST' || !options.webhooks.includes(provider)) return { status: 404, message: 'Not Found' }
    const length = request.headers['content-length']
    // Medusa itself limits a body without a content-length to 100 kB.
    if (Number(length ?? 0) > LONGEST_EVENT)
      return { status: 413, message: `An event has at most ${LONGEST_EVENT} bytes.` }
    const seconds = events.count(senderOf(request))
    return seconds > 0 ? { status: 429, message: 'Too many events.', retryAfter: seconds } : undefined
  }

  return (request, response) => {
    const error = errorOf(request, response)
    if (error) sendError(response, error)
    else handle(request, response)
  }
}

/** Medusa's router decodes the parts of a path after it has split them. */
function decoded(url: string) {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

/** Browsers send `origin` with every write and `sec-fetch-site` with every request; servers send neither. */
function isOfAnotherSite({ method, url = '', headers }: IncomingMessage, host: string) {
  // Any site may embed uploaded images.
  if ((method === 'GET' || method === 'HEAD') && url.startsWith('/static/')) return false
  const { origin, 'sec-fetch-site': site = 'none', 'sec-fetch-dest': destination } = headers
  if (origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host.toLowerCase())) return true
  // A link to the dashboard may be anywhere: its page is the same for everybody, and its cookie is same-site.
  if (method === 'GET' && DASHBOARD_PAGE.test(url) && destination === 'document') return false
  return site !== 'same-origin' && site !== 'none'
}

/** The last address in `x-forwarded-for` is the client address that the proxy in front of us saw. */
function senderOf({ headers, socket }: IncomingMessage) {
  const addresses = String(headers['x-forwarded-for'] ?? '').split(',')
  return addresses.at(-1)?.trim() || (socket.remoteAddress ?? '')
}

/** `count` returns the seconds to wait; 0 within the limit. `takeBack` takes one event back. */
function createLimit({ ofOne, ofAll, windowMs }: typeof MOST_EVENTS, now: () => number) {
  let windowStart = now()
  let total = 0
  let counts = new Map<string, number>()
  return {
    count(sender: string) {
      if (now() - windowStart >= windowMs) [windowStart, total, counts] = [now(), 0, new Map<string, number>()]
      const count = (counts.get(sender) ?? 0) + 1
      if (count > ofOne || total >= ofAll) return Math.ceil((windowStart + windowMs - now()) / 1000)
      counts.set(sender, count)
      total += 1
      return 0
    },
    takeBack(sender: string) {
      const count = counts.get(sender)
      if (!count) return
      counts.set(sender, count - 1)
      total -= 1
    },
  }
}

function sendError(response: ServerResponse, { status, message, retryAfter }: HttpError) {
  const body = JSON.stringify({ type: 'not_allowed', message })
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    // The body was not read, so the connection cannot be reused.
    connection: 'close',
    ...(retryAfter && { 'retry-after': String(retryAfter) }),
  })
  response.end(body)
}
