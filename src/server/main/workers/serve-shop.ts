import { setTimeout as pause } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'

import { buildServer } from '#server/app.ts'
import type { ServerConfig } from '#server/config.ts'

import { waitForShop, type Stop } from '../start.ts'

/** Placing an order takes half a minute at most: anyone who still waits for an answer then waits in vain. */
const LONGEST_ANSWER_MS = 35_000
/** Anyone who stops it by hand is waiting. */
const BY_HAND_MS = 8000

/**
 * Opens the shop in this process.
 * @param stops gets the way to close it
 * @returns where it answers
 * @throws StartError
 */
export async function serveShop(
  config: ServerConfig,
  { dev, stops }: { dev: boolean; stops: Stop[] },
): Promise<string> {
  const app = await buildServer({ config, dev })
  stops.push((signal) => leave(app, signal === 'SIGTERM' ? config.drainSeconds : 0, signal))
  await app.ready()
  await waitForShop(app.catalog, config.backend.url)
  return app.listen({ host: config.host, port: config.port })
}

/** First it is said that we leave, then no one is let in any more, and anyone who is inside gets their answer. */
async function leave(app: FastifyInstance, drainSeconds: number, signal: string | undefined): Promise<void> {
  app.shuttingDown.begin()
  await pause(drainSeconds * 1000)
  const patience = signal === 'SIGTERM' ? LONGEST_ANSWER_MS : BY_HAND_MS
  const cut = setTimeout(() => app.server.closeAllConnections(), patience).unref()
  await app.close()
  clearTimeout(cut)
}

/** Anyone who stops a shop may send these to all of its processes at once, or to the first alone. */
export const OF_THE_PRIMARY: ('SIGHUP' | 'SIGINT' | 'SIGTERM')[] = ['SIGHUP', 'SIGINT', 'SIGTERM']

/**
 * Lets the primary process decide when a worker leaves: by SIGTERM, once, however often it comes.
 * @param close ends this process in good order
 */
export function heedPrimary(close: () => void): void {
  let isShuttingDown = false
  for (const signal of OF_THE_PRIMARY) process.on(signal, () => {})
  process.on('SIGTERM', () => {
    if (!isShuttingDown) close()
    isShuttingDown = true
  })
}
