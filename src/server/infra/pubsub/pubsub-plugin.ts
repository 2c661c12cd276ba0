import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

import { keyringOf } from '#server/keys.ts'

import { createPubSub, NO_PUB_SUB, type PubSub } from './pubsub.ts'

declare module 'fastify' {
  interface FastifyInstance {
    pubsub: PubSub
  }
}

/** What one process hears of at once, every process does; without Redis each finds it out for itself, later. */
export const pubsub = fp(
  async function pubsub(app: FastifyInstance) {
    const { redisUrl, secret } = app.config
    // Processes with the same secret are the same shop. During a rolling update those of an earlier version still
    // publish on a channel that is named by SECRET itself.
    const [channel = '', ...earlierChannels] = keyringOf(secret, 'pub-sub')
      .signatures('news')
      .map((name) => `lumenite:news:${name.toString('base64url').slice(0, 16)}`)
    app.decorate(
      'pubsub',
      redisUrl ? await createPubSub({ redisUrl, channel, earlierChannels, log: app.log }) : NO_PUB_SUB,
    )
    app.addHook('onClose', async () => app.pubsub.close())
  },
  { name: 'pubsub' },
)
