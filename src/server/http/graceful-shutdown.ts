import type { Socket } from 'node:net'

import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyInstance {
    shuttingDown: {
      readonly hasBegun: boolean
      /** From now on every answer is the last of its connection, and `/readyz` sends visitors elsewhere. */
      begin: () => void
    }
  }
}

/** Connections are looked through so often while the server closes. */
const SWEEP_MS = 100
/** Browsers open connections before they have a question; one that is new may bring one yet. */
const UNUSED_MS = 500

/** A process that goes leaves no one on a line that it is about to cut. */
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
    // Before the responder, who may answer at once.
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
      // An answer that had begun before keeps its connection, and one without a question is none that Node calls idle.
      sweeping = setInterval(() => {
        server.closeIdleConnections()
        for (const [socket, since] of unused) if (performance.now() - since > UNUSED_MS) socket.destroy()
      }, SWEEP_MS).unref()
    })
    app.addHook('onClose', async () => clearInterval(sweeping))
  },
  { name: 'leaving' },
)
