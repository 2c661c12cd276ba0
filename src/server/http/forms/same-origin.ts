import type { FastifyRequest } from 'fastify'

import { MESSAGES } from '../errors.ts'
import { HttpError } from '../http-error.ts'

const READING_METHODS = ['GET', 'HEAD', 'OPTIONS']

/** A request without these headers does not come from a browser. Throws HttpError 403. */
export async function requireSameOrigin(request: FastifyRequest): Promise<void> {
  if (READING_METHODS.includes(request.method)) return
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  if (origin === undefined && site === undefined) return
  if (site === 'same-origin' || isOwnOrigin(request, origin)) return
  throw new HttpError(403, { message: MESSAGES.foreignOrigin, details: { origin, 'sec-fetch-site': site } })
}

function isOwnOrigin(request: FastifyRequest, origin: string | undefined): boolean {
  if (!origin || !URL.canParse(origin)) return false
  const { publicUrl } = request.server.config
  // Without a public address the scheme is not known for certain: a proxy may terminate TLS.
  return publicUrl ? new URL(publicUrl).origin === new URL(origin).origin : new URL(origin).host === request.host
}
