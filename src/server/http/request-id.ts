import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

import requestContext from '@fastify/request-context'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

declare module '@fastify/request-context' {
  interface RequestContextData {
    requestId: string
  }
}

const HEADER = 'x-request-id'
/** What an id may look like. Another text could forge lines of the log. */
export const REQUEST_ID = /^[\w-]{8,64}$/

/**
 * Names every response by the id of its request, which is in the log (`reqId`), and which calls to Medusa carry too. So
 * one search finds what the proxy, the storefront and Medusa have logged about it.
 */
export const requestIds = fp(
  async function requestIds(app: FastifyInstance) {
    await app.register(requestContext, { defaultStoreValues: ({ id }) => ({ requestId: id }) })
    app.addHook('onRequest', (request, reply, done) => {
      reply.header(HEADER, request.id)
      done()
    })
  },
  { name: 'request-ids' },
)

/**
 * Creates the function that draws the ids.
 * @param isBehindProxy whether a proxy is trusted; then its own id is taken over
 */
export function createRequestIdSource(isBehindProxy: boolean): (request: Pick<IncomingMessage, 'headers'>) => string {
  return ({ headers: { [HEADER]: id } }) =>
    isBehindProxy && typeof id === 'string' && REQUEST_ID.test(id) ? id : randomUUID()
}
