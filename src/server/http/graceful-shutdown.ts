import type { Socket } from 'node:net'

import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyInstance {
    shuttingDown: {
      readonly hasBegun: boolean
      /** Every later response closes its connection, and `/readyz` responds with 503. */
      begin: () => void
    }
  }
}

const SWEEP_MS = 100
/** Browsers open connections in advance, and may still send a request on them. */
const UNUSED_MS = 500

/** No request is lost on a connection that the process is about to close: its response closes it. */
export const shuttingDown = fp(
  async function shuttingDown(app: FastifyInstance) {
    const { server } = app
    const unused = new Map<Socket, number>()
    let hasBegun = false
    let sweeping: NodeJS.Timeout | undefined

    server.on('connection', (socket: Socket) => {
      unused.set(socket, performance.now())
      socket.once('close', () => unused.delete(socket))
    })
    // Before the request interceptor, which may answer synchronously.
    server.prependListener('request', (request, response) => {
      unused.delete(request.socket)
      if (hasBegun) response.shouldKeepAlive = false
    })

    app.decorate('shuttingDown', {
      get hasBegun() {
        return hasBegun
      },
      begin: () => void (hasBegun = true),
    })
    app.addHook('preClose', async () => {
      hasBegun = true
      // `closeIdleConnections()` skips responses begun before the shutdown, and sockets that never sent a request.
      sweeping = setInterval(() => {
        server.closeIdleConnections()
        for (const [socket, since] of unused) if (performance.now() - since > UNUSED_MS) socket.destroy()
      }, SWEEP_MS).unref()
    })
    app.addHook('onClose', async () => clearInterval(sweeping))
  },
  { name: 'leaving' },
)
