import { isIPv4, isIPv6 } from 'node:net'

import fastifyRateLimit from '@fastify/rate-limit'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'

/** Each grants access to anyone who has it: links in emails, order transfers, drafts. */
const KEYS = /([?&](?:token|preview|previewToken)=)[^&#]+/gi

/** Ids of one person's cart, order or payment: a prefix and a ULID, which begins with a digit. */
const PERSONAL_IDS =
  /(?<![A-Za-z0-9])(cart|cali|caaddr|casm|order|ordli|ordaddr|ordsm|ordch|pay_col|payses|pay|capt|cus|cuaddr|return)_\d[0-9A-Za-z]{5,63}/g

/** Both sides of the `@` have a length limit, so that matching takes linear time. */
const EMAIL_ADDRESS = /[\p{L}\p{N}._+-]{1,64}(?:@|%40)[\p{L}\p{N}.-]{1,255}/giu

/** Removes ids of carts, orders and payments, email addresses and tokens from every line, and shortens IP addresses. */
export function logOptions(level: string): Exclude<FastifyServerOptions['logger'], boolean | undefined> {
  return { level, serializers: { req: toLogged }, hooks: { streamWrite: redactLine } }
}

/** The whole line, because errors of the backend quote the ids and addresses that they concern. */
function redactLine(line: string): string {
  const redacted = line.replace(PERSONAL_IDS, '$1_…')
  return /@|%40/.test(redacted) ? redacted.replace(EMAIL_ADDRESS, '…@…') : redacted
}

export function tracedPath(url: string): string {
  const [path = ''] = url.split('?', 1)
  return redactLine(path)
}

/** Shows where abuse comes from, without a person's own address: `203.0.113.0/24`, `2001:db8:1:2::/64`. */
export function loggedNetwork(ip: string): string {
  const address = fastifyRateLimit.normalizeIP(ip, 64)
  if (isIPv4(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`
  return isIPv6(address) ? `${address}/64` : ip
}

export function prettyLog(level: string): Pick<FastifyServerOptions, 'logger' | 'logController'> {
  const options = { translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname,reqId', singleLine: true }
  return {
    logger: { ...logOptions(level), transport: { target: 'pino-pretty', options } },
    logController: new PrettyLog(),
  }
}

export function createLog({
  logLevel,
  logFormat,
}: {
  logLevel: string
  logFormat: 'pretty' | 'json'
}): FastifyBaseLogger {
  return fastify(logFormat === 'pretty' ? prettyLog(logLevel) : { logger: logOptions(logLevel) }).log
}

class PrettyLog extends LogController {
  override incomingRequest(): void {}

  override routeNotFound(): void {}

  override requestCompleted(error: FastifyError | null, request: FastifyRequest, reply: FastifyReply): void {
    // A request that succeeds without a route is for one of Vite's hundreds of modules of a page.
    if (!error && request.is404 && reply.statusCode < 400) return
    const line = `${request.method} ${withoutKeys(request.url)} ${reply.statusCode} ${Math.round(reply.elapsedTime)} ms`
    if (error) request.log.error({ err: error }, line)
    else request.log.info(line)
  }
}

function toLogged({ method, url, host, ip }: FastifyRequest) {
  return { method, url: withoutKeys(url), host, remoteAddress: loggedNetwork(ip) }
}

function withoutKeys(url: string): string {
  return url.replace(KEYS, '$1…')
}
