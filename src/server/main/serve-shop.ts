import { setTimeout as pause } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'

import { buildServer, type ServerOptions } from '#server/app.ts'
import type { ServerConfig } from '#server/config.ts'

import { openMetricsServer } from './metrics-server.ts'
import { waitForShop, type Stop } from './start.ts'

/** The longest response: placing an order takes up to half a minute. Then open connections are closed. */
const MAX_RESPONSE_MS = 35_000
/** The limit after Ctrl-C. It is shorter, because the developer is waiting. */
const MAX_RESPONSE_BY_HAND_MS = 8000

/**
 * Starts the shop in this process.
 * @param stops gets the function that stops it
 * @returns the origin
 * @throws StartError
 */
export async function serveShop(
  config: ServerConfig,
  { stops, ...options }: Pick<ServerOptions, 'dev' | 'apiDocs'> & { stops: Stop[] },
): Promise<string> {
  const app = await buildServer({ config, ...options })
  stops.push((signal) => shutDown(app, signal === 'SIGTERM' ? config.drainSeconds : 0, signal))
  await app.ready()
  await waitForShop(app.catalog, config.backend.url)
  const address = await app.listen({ host: config.host, port: config.port })
  await openMetricsServer(config, stops)
  return address
}

/**
 * Graceful shutdown: `/readyz` fails first, then no connections are accepted, and requests in flight get their
 * responses.
 */
async function shutDown(app: FastifyInstance, drainSeconds: number, signal: string | undefined): Promise<void> {
  app.shuttingDown.begin()
  await pause(drainSeconds * 1000)
  const timeout = signal === 'SIGTERM' ? MAX_RESPONSE_MS : MAX_RESPONSE_BY_HAND_MS
  const cut = setTimeout(() => app.server.closeAllConnections(), timeout).unref()
  await app.close()
  clearTimeout(cut)
}
