import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

import { keyringOf } from '#server/keys.ts'
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
    // Processes with the same secret are the same shop. During a rolling update those of an earlier version still
    // publish on a channel that is named by SECRET itself.
    const [channel = '', ...earlierChannels] = keyringOf(secret, 'pub-sub')
      .signatures('news')
      .map((name) => `lumenite:news:${name.toString('base64url').slice(0, 16)}`)
    app.decorate(
      'neighbours',
      redisUrl ? await createNeighbours({ redisUrl, channel, earlierChannels, log: app.log }) : NO_NEIGHBOURS,
    )
    app.addHook('onClose', async () => app.neighbours.close())
  },
  { name: 'neighbours' },
)
