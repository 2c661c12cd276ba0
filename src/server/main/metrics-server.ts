import cluster, { type Worker } from 'node:cluster'

import fastify from 'fastify'
import { AggregatorRegistry, register, type MetricObjectWithValues, type MetricValue } from 'prom-client'

import type { Config } from '#server/config.ts'

import type { Stop } from './start.ts'

/** The metrics of one process, in the form that prom-client adds up. */
type ProcessMetrics = MetricObjectWithValues<MetricValue<string>>[]

/** Types of metrics that only grow. prom-client declares them as numbers but sends their names. */
const COUNTED = new Set(['counter', 'histogram'])
/** How long a scrape waits for a worker whose event loop is busy. Prometheus gives up after 10 s. */
const ANSWER_MS = 3000

/** The primary process asks a worker, and the worker answers. */
const ASK = 'lumenite:metrics'

/**
 * Serves the metrics of all processes as Prometheus text at `/metrics`, on a port of its own, so that they never leave
 * through the shop's proxy. Does nothing unless `METRICS_PORT` is set.
 * @param stops gets the function that stops it
 */
export async function openMetricsServer({ metrics }: Config, stops: Stop[]): Promise<void> {
  if (!metrics) return
  const readWorkers = createWorkersReader()
  const app = fastify()
  app.get('/metrics', async (_request, reply) => {
    reply.type(register.contentType).header('cache-control', 'no-store')
    const isAlone = Object.keys(cluster.workers ?? {}).length === 0
    const own = await register.metrics()
    return isAlone ? own : `${await AggregatorRegistry.aggregate(await readWorkers()).metrics()}\n${own}`
  })
  await app.listen(metrics)
  stops.push(() => app.close())
}

/** Lets a worker answer the primary process's requests for its metrics. */
export function answerMetricsRequests(): void {
  process.on('message', (message) => {
    if (message !== ASK) return
    register.getMetricsAsJSON().then(
      (metrics) => process.send?.({ [ASK]: metrics }),
      // The primary process uses the last answer.
      () => {},
    )
  })
}

/**
 * Creates the function that reads the metrics of all workers that serve. prom-client's own `clusterMetrics` fails if one
 * worker is starting, dying or busy. Here a starting or dead worker is left out, and a busy one counts with its last
 * answer. The counters of an ended worker stay in the sums as of its last answer. Without them the sums would fall, and
 * Prometheus takes what is left after a fall for new requests.
 */
function createWorkersReader(): () => Promise<ProcessMetrics[]> {
  const answers = new Map<Worker, ProcessMetrics>()
  const pendingScrapes = new Map<Worker, Set<() => void>>()
  /** The counters and histograms of all ended workers. */
  let ended: Promise<ProcessMetrics> = Promise.resolve([])

  /** Ends the waiting of all scrapes for a worker. */
  const settle = (worker: Worker): void => {
    for (const resolve of pendingScrapes.get(worker) ?? []) resolve()
  }
  cluster.on('listening', (worker) => {
    if (answers.has(worker)) return
    answers.set(worker, [])
    pendingScrapes.set(worker, new Set())
  })
  cluster.on('exit', (worker) => {
    settle(worker)
    const counters = (answers.get(worker) ?? []).filter(({ type }) => COUNTED.has(String(type)))
    const before = ended
    ended = before.then((sums) => AggregatorRegistry.aggregate([sums, counters]).getMetricsAsJSON()).catch(() => before)
    answers.delete(worker)
    pendingScrapes.delete(worker)
  })
  cluster.on('message', (worker, message: { [ASK]?: ProcessMetrics } | null) => {
    if (!message?.[ASK] || !answers.has(worker)) return
    answers.set(worker, message[ASK])
    settle(worker)
  })

  async function ask(worker: Worker): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const waiting = pendingScrapes.get(worker)
    waiting?.add(resolve)
    const timer = setTimeout(resolve, ANSWER_MS)
    // A worker that has just died cannot be asked.
    if (worker.isConnected()) worker.send(ASK, (error) => error && resolve())
    else resolve()
    await promise
    clearTimeout(timer)
    waiting?.delete(resolve)
  }

  return async () => {
    await Promise.all([...answers.keys()].map(ask))
    return [await ended, ...answers.values()]
  }
}
