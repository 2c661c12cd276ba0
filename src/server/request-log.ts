import type { FastifyRequest, FastifyServerOptions } from 'fastify'

/** What opens something to whoever holds it: links of letters, of an order's transfer, of drafts. */
const KEYS = /([?&](?:token|preview|previewToken)=)[^&#]+/gi

/** The log as it is kept: of each request its line, without the keys that an address may carry. */
export function logOptions(level: string): Exclude<FastifyServerOptions['logger'], boolean | undefined> {
  return { level, serializers: { req: toLogged } }
}

function toLogged({ method, url, host, ip }: FastifyRequest) {
  return { method, url: url.replace(KEYS, '$1…'), host, remoteAddress: ip }
}
