import { randomUUID } from 'node:crypto'

import type { FastifyInstance, FastifyBaseLogger } from 'fastify'
import fp from 'fastify-plugin'

import { keyringOf } from '#server/keys.ts'

import { connectRedis } from '../connect-redis.ts'

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

/** The other processes of this shop, wherever they run. */
export interface PubSub {
  /** @returns whether all who listen are told; false where there is no one to tell, or no way. Never throws */
  publish(topic: string, payload: unknown): Promise<boolean>
  /**
   * @param listener gets what another process told
   * @param onGap called where something may have been told while we could not listen
   */
  subscribe(topic: string, listener: (payload: unknown) => void, onGap: () => void): void
  close(): void
}

interface PubSubOptions {
  redisUrl: string
  /** Of all processes of one shop; several shops may share a Redis. */
  channel: string
  /** Of processes that run an earlier version: listened to, and never written to. */
  earlierChannels?: string[]
  log: FastifyBaseLogger
  /** How often the line is tried; tests are less patient. */
  beatMs?: number
}

/** A line that breaks without a word is found broken after this long. */
const BEAT_MS = 10_000

/** A process that has no one to tell. */
const NO_PUB_SUB: PubSub = { publish: async () => false, subscribe: () => {}, close: () => {} }

/** Speaks through Redis. No request waits for it: who could not listen is told so, and looks for itself. */
export async function createPubSub(options: PubSubOptions): Promise<PubSub> {
  const { redisUrl, channel, earlierChannels = [], log, beatMs = BEAT_MS } = options
  const self = randomUUID()
  const listeners: { topic: string; listener: (payload: unknown) => void; onGap: () => void }[] = []
  const publisher = await connectRedis(redisUrl, log, 'changes are told to no other process')
  const subscriber = await connectRedis(redisUrl, log, 'changes that other processes hear of are found later')

  subscriber.on('message', (_channel, text) => {
    const news = parseNews(text)
    if (!news || news.from === self) return
    for (const { topic, listener } of listeners) if (topic === news.topic) listener(news.words)
  })

  async function listen(): Promise<void> {
    try {
      await subscriber.subscribe(channel, ...earlierChannels)
    } catch {
      // A Redis that hears nothing now is tried again as one that went away.
      subscriber.disconnect(true)
    }
  }
  // Whatever was told before this moment, except at the start, was told without us.
  subscriber.on('ready', () => void listen().then(() => listeners.forEach(({ onGap }) => onGap())))
  if (subscriber.status === 'ready') await listen()

  const beating = setInterval(() => {
    if (subscriber.status === 'ready') subscriber.ping().catch(() => subscriber.disconnect(true))
  }, beatMs).unref()

  return {
    async publish(topic, payload) {
      try {
        await publisher.publish(channel, JSON.stringify({ from: self, topic, words: payload }))
        return true
      } catch {
        return false
      }
    },
    subscribe: (topic, listener, onGap) => void listeners.push({ topic, listener, onGap }),
    close() {
      clearInterval(beating)
      subscriber.disconnect()
      publisher.disconnect()
    },
  }
}

interface News {
  from: string
  topic: string
  words: unknown
}

function parseNews(text: string): News | undefined {
  try {
    return JSON.parse(text) as News
  } catch {
    return undefined
  }
}
