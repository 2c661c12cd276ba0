import { createHmac } from 'node:crypto'

import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

import { createNeighbours, NO_NEIGHBOURS, type Neighbours } from '#server/neighbours/neighbours.ts'

declare module 'fastify' {
  interface FastifyInstance {
    neighbours: Neighbours
  }
}

/** What one process hears of at once, every process does; without Redis each finds it out for itself, later. */
export const neighbours = fp(
  async function neighbours(app: FastifyInstance) {
    const { redisUrl, secret } = app.config
    // Whoever has the same secret is the same shop.
    const channel = `lumenite:news:${createHmac('sha256', secret).update('news').digest('base64url').slice(0, 16)}`
    app.decorate('neighbours', redisUrl ? await createNeighbours({ redisUrl, channel, log: app.log }) : NO_NEIGHBOURS)
    app.addHook('onClose', async () => app.neighbours.close())
  },
  { name: 'neighbours' },
)
