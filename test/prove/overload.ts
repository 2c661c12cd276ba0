/**
 * Overload: `ROUNDS` (5) times `SEARCHES` (1,500) concurrent uncached searches, and 1,000 requests on one connection
 * whose responses are never read, against a real production shop. Meanwhile another visitor requests a cached page and
 * an orchestrator requests `/healthz`. Runs on this machine only, and ends by itself.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { Agent, request } from 'undici'

import type { CrowdOptions, CrowdReport } from '#test/prove/overload/crowd.ts'
import { shopEnvironment } from '#test/support/open-shop.ts'
import { residentMegabytes } from '#test/support/process-memory.ts'
import { openCommerce } from '#test/support/program-shop.ts'
import { check, median, openProgram, percentile, report } from '#test/support/program.ts'
import { startShopProcess } from '#test/support/shop-process.ts'
import { until } from '#test/support/until.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? 5)
const SEARCHES = Number(process.env['SEARCHES'] ?? 1500)
const PIPELINED = 1000
const PAGE_EVERY_MS = 5
const HEALTH_EVERY_MS = 50
const VISITOR = '127.0.0.2'
const ORCHESTRATOR = '127.0.0.3'

await using t = openProgram()
const commerce = await openCommerce(t, { name: 'overload', signal: t.signal })
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
const probing = [probe('/en', PAGE_EVERY_MS, visitor, pages), probe('/healthz', HEALTH_EVERY_MS, orchestrator, health)]
const crowd = await gather({ url, searches: SEARCHES, rounds: ROUNDS, pipelined: PIPELINED })
over.abort()
await Promise.all(probing)
const after = await ask('/en/search?q=after', visitor)

report('overload/healthz, longest', { value: percentile(health, 1), unit: 'ms', most: 500, probes: health.length })
report('overload/cached page, p99', {
  value: percentile(pages, 0.99),
  unit: 'ms',
  most: 50,
  median: median(pages),
  longest: percentile(pages, 1),
  views: pages.length,
})
report('overload/probes that failed', { value: failed, unit: 'answers', most: 0 })
report('overload/memory, largest', { value: residentMegabytes(shop.pid, 'VmHWM'), unit: 'MB', most: 700 })
const { statuses, withoutRetryAfter, isPipelineClosed } = crowd
const isAnswered = Object.keys(statuses).every((status) => ['200', '503'].includes(status))
check('overload/searches answered', isAnswered, { statuses })
report('overload/503 without Retry-After', { value: withoutRetryAfter, unit: 'answers', most: 0 })
check('overload/connection that is never read is closed', isPipelineClosed)
report('overload/a search afterwards', { value: after.ms, unit: 'ms', most: 1000 })
check('overload/a search afterwards succeeds', after.status === 200, { status: after.status })

async function gather(options: CrowdOptions): Promise<CrowdReport> {
  const child = fork(join(import.meta.dirname, 'overload/crowd.ts'))
  t.teardown(() => child.kill())
  child.send(options)
  const [answer] = (await once(child, 'message', { signal: t.signal })) as [CrowdReport]
  return answer
}
