import { randomUUID } from 'node:crypto'

import type { FastifyInstance, FastifyBaseLogger } from 'fastify'
import fp from 'fastify-plugin'

import { deriveKey } from '#server/keys.ts'

import { connectRedis } from '../connect-redis.ts'

declare module 'fastify' {
  interface FastifyInstance {
    pubsub: PubSub
  }
}

/** Without Redis, processes find changes later by polling. */
export const pubsub = fp(
  async function pubsub(app: FastifyInstance) {
    const { redisUrl } = app.config
    // Processes with the same secret are one shop.
    const channel = `lumenite:news:${deriveKey(app.config.secret, 'pub-sub').slice(0, 16)}`
    app.decorate('pubsub', redisUrl ? await createPubSub({ redisUrl, channel, log: app.log }) : NO_PUB_SUB)
    app.addHook('onClose', async () => app.pubsub.close())
  },
  { name: 'pubsub' },
)

export interface PubSub {
  /** Never throws. False if there is no Redis or it failed. */
  publish(topic: string, payload: unknown): Promise<boolean>
  /** `onGap` runs after a reconnect, since messages may have been missed. */
  subscribe(topic: string, listener: (payload: unknown) => void, onGap: () => void): void
  close(): void
}

interface PubSubOptions {
  redisUrl: string
  channel: string
  log: FastifyBaseLogger
  heartbeatMs?: number
}

/** Detects a connection that breaks silently. */
const HEARTBEAT_MS = 10_000

const NO_PUB_SUB: PubSub = { publish: async () => false, subscribe: () => {}, close: () => {} }

export async function createPubSub({
  redisUrl,
  channel,
  log,
  heartbeatMs = HEARTBEAT_MS,
}: PubSubOptions): Promise<PubSub> {
  const self = randomUUID()
  const listeners: { topic: string; listener: (payload: unknown) => void; onGap: () => void }[] = []
  const publisher = await connectRedis(redisUrl, log, 'changes are not published to other processes')
  const subscriber = await connectRedis(redisUrl, log, 'changes from other processes are found later, by polling')

  subscriber.on('message', (_channel, text) => {
    const message = parseMessage(text)
    if (!message || message.from === self) return
    for (const { topic, listener } of listeners) if (topic === message.topic) listener(message.words)
  })

  async function listen(): Promise<void> {
    try {
      await subscriber.subscribe(channel)
    } catch {
      // The `ready` event then subscribes again.
      subscriber.disconnect(true)
    }
  }
  subscriber.on('ready', () => void listen().then(() => listeners.forEach(({ onGap }) => onGap())))
  if (subscriber.status === 'ready') await listen()

  const heartbeat = setInterval(() => {
    if (subscriber.status === 'ready') subscriber.ping().catch(() => subscriber.disconnect(true))
  }, heartbeatMs).unref()

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
      clearInterval(heartbeat)
      subscriber.disconnect()
      publisher.disconnect()
    },
  }
}

interface Message {
  from: string
  topic: string
  words: unknown
}

function parseMessage(text: string): Message | undefined {
  try {
    return JSON.parse(text) as Message
  } catch {
    return undefined
  }
}
