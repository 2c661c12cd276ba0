import fastify from 'fastify'
import { register } from 'prom-client'

import type { Config } from '#server/config.ts'

import type { Stop } from './start.ts'

/**
 * Serves the metrics of this process as Prometheus text at `/metrics`, on a port of its own, so that they never leave
 * through the shop's proxy. Does nothing unless `METRICS_PORT` is set.
 * @param stops gets the function that stops it
 */
export async function openMetricsServer({ metrics }: Config, stops: Stop[]): Promise<void> {
  if (!metrics) return
  const app = fastify()
  app.get('/metrics', async (_request, reply) => {
    reply.type(register.contentType).header('cache-control', 'no-store')
    return register.metrics()
  })
  await app.listen(metrics)
  // Stopped last, so that Prometheus sees the graceful shutdown.
  stops.unshift(() => app.close())
}
