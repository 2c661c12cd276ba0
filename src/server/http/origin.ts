import type { FastifyRequest } from 'fastify'

const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i
/** Stands where there is no origin that could be true. */
export const NO_ORIGIN = 'http://localhost'

/** The origin that shoppers see: as it is set, else as the visitor wrote it. */
export function originOf(request: FastifyRequest): string {
  return request.server.config.publicUrl ?? originAt(request.host, request.protocol)
}

/** The origin of a Host. One that is none (`a b`, `x@y`, nothing at all) gets an origin that harms no one. */
export function originAt(host: string | undefined, protocol = 'http'): string {
  const origin = `${protocol}://${host}`
  return host !== undefined && HOST.test(host) && URL.canParse(origin) ? origin : NO_ORIGIN
}
