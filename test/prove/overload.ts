/**
 * Overload: `ROUNDS` (5) times `SEARCHES` (1,500) concurrent uncached searches, and 1,000 requests on one connection
 * whose responses are never read, against a real production shop. Meanwhile another visitor requests a cached page and
 * an orchestrator requests `/healthz`. Prints a JSON line for each figure; exit 1 if one exceeds its limit. Runs on
 * this machine only, and ends by itself.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { Agent, request } from 'undici'

import type { CrowdOptions, CrowdReport } from '#test/prove/overload/crowd.ts'
import { startTestCommerce } from '#test/support/commerce.ts'
import { shopEnvironment } from '#test/support/open-shop.ts'
import { startShopProcess } from '#test/support/shop-process.ts'
import { until } from '#test/support/until.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? 5)
const SEARCHES = Number(process.env['SEARCHES'] ?? 1500)
const PIPELINED = 1000
const LIMITS = { healthMs: 500, pageP99Ms: 50, rssMb: 700, afterMs: 1000 }
const PAGE_EVERY_MS = 5
const HEALTH_EVERY_MS = 50
/** IP addresses of other clients than the crowd, which comes from 127.0.0.1. */
const VISITOR = '127.0.0.2'
const ORCHESTRATOR = '127.0.0.3'

const stops: (() => unknown)[] = []
const t = { teardown: (stop: () => unknown) => void stops.unshift(stop) }
const end = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end.abort())

try {
  const commerce = await startTestCommerce({ name: 'overload', signal: end.signal })
  t.teardown(commerce.stop)
  const settings = shopEnvironment(commerce, 'storefront')
  const shop = startShopProcess(t, { env: { ...settings, NODE_ENV: 'production', LOG_LEVEL: 'error' } })
  const url = await shop.ready()
  const [visitor, orchestrator] = [VISITOR, ORCHESTRATOR].map(
    (localAddress) => new Agent({ connections: 1, connect: { localAddress } }),
  )
  t.teardown(() => Promise.all([visitor?.destroy(), orchestrator?.destroy()]))

  const ask = async (path: string, dispatcher: Agent | undefined) => {
    const began = performance.now()
    const { statusCode, headers, body } = await request(url + path, { ...(dispatcher && { dispatcher }) })
    await body.dump({ limit: 10_000_000 })
    return { status: statusCode, served: headers['server-timing'], ms: performance.now() - began }
  }
  await until(async () => (await ask('/en', visitor)).served === 'cache;desc=hit')
  // Warm-up, so that the code is compiled.
  for (let search = 0; search < 50; search += 1) await ask(`/en/search?q=warm+${search}`, visitor)

  const over = new AbortController()
  const pages: number[] = []
  const health: number[] = []
  let failed = 0
  const probe = async (path: string, everyMs: number, dispatcher: Agent | undefined, times: number[]) => {
    while (!over.signal.aborted) {
      const { status, ms } = await ask(path, dispatcher)
      if (status !== 200) failed += 1
      times.push(ms)
      await pause(Math.max(0, everyMs - ms))
    }
  }
  const probing = [
    probe('/en', PAGE_EVERY_MS, visitor, pages),
    probe('/healthz', HEALTH_EVERY_MS, orchestrator, health),
  ]
  const crowd = await gather({ url, searches: SEARCHES, rounds: ROUNDS, pipelined: PIPELINED })
  over.abort()
  await Promise.all(probing)
  const after = await ask('/en/search?q=after', visitor)

  const healthMax = Math.max(...health)
  report('/healthz, longest', healthMax, 'ms', healthMax < LIMITS.healthMs, { probes: health.length })
  const p99 = at(pages, 0.99)
  const more = { median: round(at(pages, 0.5)), longest: round(at(pages, 1)), views: pages.length }
  report('cached page, p99', p99, 'ms', p99 < LIMITS.pageP99Ms, more)
  report('probes that failed', failed, 'answers', failed === 0)
  const rss = peakMegabytes(shop.pid)
  report('memory, largest', rss, 'MB', rss < LIMITS.rssMb)
  const answered = Object.values(crowd.statuses).reduce((sum, count) => sum + count, 0)
  const expected = (crowd.statuses[200] ?? 0) + (crowd.statuses[503] ?? 0)
  report('searches answered', expected, 'answers', expected === answered, { statuses: crowd.statuses })
  report('503 without Retry-After', crowd.withoutRetryAfter, 'answers', crowd.withoutRetryAfter === 0)
  report('connection that is never read', Number(crowd.isPipelineClosed), 'closed', crowd.isPipelineClosed)
  const isServed = after.status === 200 && after.ms < LIMITS.afterMs
  report('a search afterwards', after.ms, 'ms', isServed, { status: after.status })
} finally {
  for (const stop of stops) await stop()
}

async function gather(options: CrowdOptions): Promise<CrowdReport> {
  const child = fork(join(import.meta.dirname, 'overload/crowd.ts'))
  t.teardown(() => child.kill())
  child.send(options)
  const [answer] = (await once(child, 'message', { signal: end.signal })) as [CrowdReport]
  return answer
}

/** Peak memory of a process. Linux only. */
function peakMegabytes(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}

function at(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

function report(name: string, value: number, unit: string, passed: boolean, more: object = {}): void {
  if (!passed) process.exitCode = 1
  console.log(JSON.stringify({ name: `overload/${name}`, value: round(value), unit, ...more, passed }))
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
