import { statfs } from 'node:fs/promises'

import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { collectDefaultMetrics, Counter, Gauge, Histogram, register, type CollectFunction } from 'prom-client'

import { createSingleFlight } from '#server/infra/single-flight.ts'

import { HttpError } from './http-error.ts'

/** What plugins report to the metrics. Everything else is read from the plugins when Prometheus asks. */
export interface Metrics {
  /** Records an attempt of a call to Medusa. */
  observeMedusa: (attempt: { method: string; outcome: string; seconds: number }) => void
  /** Records an attempt to send an email. */
  countEmail: (outcome: 'sent' | 'deferred' | 'rejected') => void
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Undefined unless `METRICS_PORT` is set. */
    metrics: Metrics | undefined
  }
}

/** From a cached file to the longest response: an order that is being placed. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** A call to Medusa ends after 15 s. */
const MEDUSA_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]

/** Records the metrics of this process, which `openMetricsServer` serves. */
export const metrics = fp(
  async function metrics(app: FastifyInstance) {
    app.decorate('metrics', app.config.metrics && record(app))
  },
  { name: 'metrics' },
)

function record(app: FastifyInstance): Metrics {
  collectDefaultMetrics()
  recordRequests(app)
  recordPageCache(app)
  recordLoad(app)
  recordDependencies(app)
  recordQueues(app)
  const attempts = new Histogram({
    name: 'medusa_request_duration_seconds',
    help: 'Attempts of calls to Medusa, by method and outcome.',
    labelNames: ['method', 'outcome'],
    buckets: MEDUSA_SECONDS,
  })
  const emails = new Counter({
    name: 'email_attempts_total',
    help: 'Attempts to send an email, by outcome: sent, deferred (will be retried) or rejected (for good).',
    labelNames: ['outcome'],
  })
  for (const outcome of ['sent', 'deferred', 'rejected']) emails.inc({ outcome }, 0)
  app.addHook('onClose', async () => register.clear())
  return {
    observeMedusa: ({ method, outcome, seconds }) => attempts.observe({ method, outcome }, seconds),
    countEmail: (outcome) => emails.inc({ outcome }),
  }
}

function recordRequests(app: FastifyInstance): void {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests that Fastify answered, by method, route and status. Pages from the cache are not among them.',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
  })
  const limited = new Counter({
    name: 'rate_limit_exceeded_total',
    help: 'Requests refused with 429, by limit.',
    labelNames: ['limit'],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode }
    durations.observe(labels, reply.elapsedTime / 1000)
    done()
  })
  app.addHook('onError', (_request, _reply, error, done) => {
    if (error instanceof HttpError && error.statusCode === 429) {
      const { limit = 'none' } = (error.facts.details ?? {}) as { limit?: string }
      limited.inc({ limit })
    }
    done()
  })
}

function recordPageCache(app: FastifyInstance): void {
  const status = () => app.pageCache.status()
  const outcomes = ['hit', 'stale', 'miss'] as const
  const pages = new Counter({
    name: 'page_cache_requests_total',
    help: 'Requests for public pages, by outcome: hit, stale (sent while a new one is rendered) or miss.',
    labelNames: ['outcome'],
    registers: [],
    collect() {
      this.reset()
      for (const outcome of outcomes) this.inc({ outcome }, status()[outcome])
    },
  })
  register.registerMetric(pages)
  gauge('page_cache_pages', 'Pages in the cache.', () => status().pages)
  gauge('page_cache_bytes', 'Size of the pages in the cache.', () => status().bytes)
}

function recordLoad(app: FastifyInstance): void {
  gauge('http_requests_active', 'Requests being computed.', () => app.load.status().active)
  gauge('http_requests_waiting', 'Requests that wait to be computed.', () => app.load.status().waiting)
  gauge('http_requests_unanswered', 'Requests whose response has not ended.', () => app.load.status().unanswered)
  const shed = new Counter({
    name: 'http_requests_shed_total',
    help: 'Requests refused with 503 because the process was overloaded.',
    registers: [],
    collect() {
      this.reset()
      this.inc(app.load.status().shed)
    },
  })
  register.registerMetric(shed)
  const free = 'Free space of the disk of DATA_DIR.'
  gauge('data_dir_available_bytes', free, async () => freeSpace(app.config.dataDir))
  gauge('image_conversions_active', 'Images being converted.', () => app.images.status().active)
  gauge('image_conversions_waiting', 'Images that wait to be converted.', () => app.images.status().waiting)
}

function recordDependencies(app: FastifyInstance): void {
  const isUp = () => app.backend.state().status !== 'down'
  gauge('medusa_up', '0 if the last call to Medusa failed.', () => Number(isUp()))
  const isOpen = () => app.backend.state().circuit !== 'closed'
  gauge('medusa_circuit_open', '1 while calls to Medusa are paused.', () => Number(isOpen()))
  gauge('database_up', '0 if PostgreSQL does not respond.', () => Number(app.database.state() === 'ready'))
  const age = 'Seconds since the shown catalog was last known to match Medusa.'
  gauge('catalog_age_seconds', age, () => app.catalog.age())
  gauge('catalog_products', 'Products in the catalog.', () => app.catalog.status().products)
}

function recordQueues(app: FastifyInstance): void {
  // One query for all gauges of a scrape.
  const reading = createSingleFlight<Awaited<ReturnType<typeof app.emails.status>>>()
  const emails = () => reading.run('', app.emails.status)
  gauge('emails_waiting', 'Emails in the queue.', async () => (await emails()).waiting)
  const oldest = 'Age of the oldest email in the queue; 0 if there is none.'
  gauge('emails_oldest_waiting_seconds', oldest, async () => (await emails()).oldestSeconds)
  gauge('emails_failed', 'Emails that have failed and are not retried.', async () => (await emails()).failed)
  const withdrawals = () => app.withdrawals.status()
  gauge('withdrawals_waiting', 'Withdrawals not yet processed.', async () => (await withdrawals()).waiting)
  gauge('withdrawals_needing_staff', 'Withdrawals that need a person.', async () => (await withdrawals()).staff)
}

async function freeSpace(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path)
  return bavail * bsize
}

/**
 * Adds a gauge.
 * @param read its value; null if it is unknown, and then the gauge is left out
 */
function gauge(name: string, help: string, read: () => number | null | Promise<number | null>): void {
  const collect: CollectFunction<Gauge> = async function collect() {
    const value = await read()
    if (value === null) this.remove()
    else this.set(value)
  }
  register.registerMetric(new Gauge({ name, help, collect, registers: [] }))
}
