import {
  LogController,
  type FastifyError,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'

/** What opens something to whoever holds it: links of letters, of an order's transfer, of drafts. */
const KEYS = /([?&](?:token|preview|previewToken)=)[^&#]+/gi

/** The log as it is kept: of each request its line, without the keys that an address may carry. */
export function logOptions(level: string): Exclude<FastifyServerOptions['logger'], boolean | undefined> {
  return { level, serializers: { req: toLogged } }
}

/** The log as a developer reads it: a short line for each request that the shop itself answers. */
export function developmentLog(level: string): Pick<FastifyServerOptions, 'logger' | 'logController'> {
  const options = { translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname,reqId', singleLine: true }
  return {
    logger: { ...logOptions(level), transport: { target: 'pino-pretty', options } },
    logController: new DevelopmentLog(),
  }
}

class DevelopmentLog extends LogController {
  override incomingRequest(): void {
    // Its answer has a line.
  }

  override routeNotFound(): void {
    // The same.
  }

  override requestCompleted(error: FastifyError | null, request: FastifyRequest, reply: FastifyReply): void {
    // Vite has no routes: what is found although no route fits is one of the hundreds of modules of a page.
    if (!error && request.is404 && reply.statusCode < 400) return
    const line = `${request.method} ${withoutKeys(request.url)} ${reply.statusCode} ${Math.round(reply.elapsedTime)} ms`
    if (error) request.log.error({ err: error }, line)
    else request.log.info(line)
  }
}

function toLogged({ method, url, host, ip }: FastifyRequest) {
  return { method, url: withoutKeys(url), host, remoteAddress: ip }
}

function withoutKeys(url: string): string {
  return url.replace(KEYS, '$1…')
}
