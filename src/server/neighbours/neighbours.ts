import { randomUUID } from 'node:crypto'

import type { FastifyBaseLogger } from 'fastify'

import { connectRedis } from '#server/limits/connect-redis.ts'

/** The other processes of this shop, wherever they run. */
export interface Neighbours {
  /** @returns whether all who listen are told; false where there is nobody to tell, or no way. Never throws */
  tell(topic: string, words: unknown): Promise<boolean>
  /**
   * @param listener gets what another process told
   * @param onGap called where something may have been told while we could not listen
   */
  hear(topic: string, listener: (words: unknown) => void, onGap: () => void): void
  close(): void
}

interface NeighboursOptions {
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

/** A process that has nobody to tell. */
export const NO_NEIGHBOURS: Neighbours = { tell: async () => false, hear: () => {}, close: () => {} }

/** Speaks through Redis. Nobody waits for it: who could not listen is told so, and looks for itself. */
export async function createNeighbours(options: NeighboursOptions): Promise<Neighbours> {
  const { redisUrl, channel, earlierChannels = [], log, beatMs = BEAT_MS } = options
  const self = randomUUID()
  const heard: { topic: string; listener: (words: unknown) => void; onGap: () => void }[] = []
  const mouth = await connectRedis(redisUrl, log, 'changes are told to no other process')
  const ear = await connectRedis(redisUrl, log, 'changes that other processes hear of are found later')

  ear.on('message', (_channel, text) => {
    const news = parseNews(text)
    if (!news || news.from === self) return
    for (const { topic, listener } of heard) if (topic === news.topic) listener(news.words)
  })

  async function listen(): Promise<void> {
    try {
      await ear.subscribe(channel, ...earlierChannels)
    } catch {
      // A Redis that hears nothing now is tried again as one that went away.
      ear.disconnect(true)
    }
  }
  // Whatever was told before this moment, except at the start, was told without us.
  ear.on('ready', () => void listen().then(() => heard.forEach(({ onGap }) => onGap())))
  if (ear.status === 'ready') await listen()

  const beating = setInterval(() => {
    if (ear.status === 'ready') ear.ping().catch(() => ear.disconnect(true))
  }, beatMs).unref()

  return {
    async tell(topic, words) {
      try {
        await mouth.publish(channel, JSON.stringify({ from: self, topic, words }))
        return true
      } catch {
        return false
      }
    },
    hear: (topic, listener, onGap) => void heard.push({ topic, listener, onGap }),
    close() {
      clearInterval(beating)
      ear.disconnect()
      mouth.disconnect()
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
