import type { FastifyRequest } from 'fastify'

const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i
/** Stands where there is no origin that could be true. */
export const NO_ORIGIN = 'http://localhost'

/** The origin that shoppers see: as it is set, else as the visitor wrote it. */
export function originOf(request: FastifyRequest): string {
  return request.server.config.publicUrl ?? askedOrigin(request)
}

/** A Host that is none (`a b`, `x@y`, nothing at all) gets an origin that harms nobody. */
function askedOrigin({ protocol, host }: FastifyRequest): string {
  const origin = `${protocol}://${host}`
  return HOST.test(host) && URL.canParse(origin) ? origin : NO_ORIGIN
}
