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
/** Another text could forge lines of the log. */
export const REQUEST_ID = /^[\w-]{8,64}$/

/** One search for the id finds what proxy, storefront and Medusa have logged about a request. */
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

export function createRequestIdSource(isBehindProxy: boolean): (request: Pick<IncomingMessage, 'headers'>) => string {
  return ({ headers: { [HEADER]: id } }) =>
    isBehindProxy && typeof id === 'string' && REQUEST_ID.test(id) ? id : randomUUID()
}
