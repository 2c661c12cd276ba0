import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

import { MESSAGES } from './errors.ts'
import { HttpError } from './http-error.ts'

/** Refuses compressed request bodies before a byte of them is read: no browser sends any. */
export const requestEncoding = fp(
  async function requestEncoding(app: FastifyInstance) {
    app.addHook('onRequest', (request, reply, done) => {
      const encoding = request.headers['content-encoding']
      if (encoding === undefined || encoding.trim().toLowerCase() === 'identity') return done()
      // The connection ends with the answer, so that the rest of the body is not read.
      reply.header('connection', 'close').header('accept-encoding', 'identity')
      done(new HttpError(415, { message: MESSAGES.encoded }))
    })
  },
  { name: 'request-encoding' },
)
