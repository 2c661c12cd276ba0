/**
 * CPU time of a cached page with metrics, and with metrics and traces, compared with a storefront that has neither. The
 * three take turns, so that other load on the machine affects all. Prometheus reads the metrics every second, fifteen
 * times as often as is usual.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

import { freePort } from '#dev/processes/ports.ts'
import { findRing } from '#test/support/categories.ts'
import { listenLocally } from '#test/support/listen-locally.ts'
import { shopEnvironment } from '#test/support/open-shop.ts'
import { openCommerce } from '#test/support/program-shop.ts'
import { median, openProgram, report, rounded } from '#test/support/program.ts'
import { startShopProcess } from '#test/support/shop-process.ts'
import { until } from '#test/support/until.ts'

import { load } from './parts/wrk.ts'

const MOST = 1.03
const ROUNDS = 24
const SECONDS = 3
const CONNECTIONS = 25
const SCRAPE_MS = 1000
/** Clock ticks per second of `/proc/PID/stat`, which Linux fixes for programs. */
const TICKS = 100

await using t = openProgram()
const commerce = await openCommerce(t, { name: 'bench-observability' })
const folder = t.testdir()
const collector = createServer((request, response) => request.resume().on('end', () => response.end('{}')))
const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: await listenLocally(t, collector) }

const plain = await open('neither', {})
const metered = await open('metrics', await metrics())
const traced = await open('metrics and traces', { ...(await metrics()), ...traces })
const shops = [plain, metered, traced]
const path = `/en/shop/product/${(await findRing(plain.url)).product.handle}`
for (const { url } of shops) await until(() => isCached(url + path))

const rounds: Map<Shop, number>[] = []
for (let round = 0; round <= ROUNDS; round += 1) {
  const first = round % shops.length
  const order = [...shops.slice(first), ...shops.slice(0, first)]
  const times = new Map<Shop, number>()
  for (const shop of order) times.set(shop, await cpuOfOne(shop))
  // The first round is a warm-up.
  if (round > 0) rounds.push(times)
}
for (const shop of [metered, traced]) {
  const shares = rounds.map((times) => (times.get(shop) ?? Number.NaN) / (times.get(plain) ?? Number.NaN))
  const [microseconds, plainMicroseconds] = [shop, plain].map((one) =>
    rounded(median(rounds.map((times) => times.get(one) ?? Number.NaN))),
  )
  report(`cached page, ${shop.name}`, {
    value: median(shares),
    unit: 'of the CPU time without metrics and traces',
    most: MOST,
    microseconds,
    plainMicroseconds,
    rounds: shares.map((share) => rounded(share)),
  })
}

async function open(name: string, env: Record<string, string>): Promise<Shop> {
  const shop = startShopProcess(t, {
    env: {
      ...shopEnvironment(commerce, name),
      DATA_DIR: join(folder, name),
      NODE_ENV: 'production',
      LOG_LEVEL: 'info',
      ...env,
    },
  })
  const url = await shop.ready()
  const { METRICS_PORT: port } = env
  if (port !== undefined) {
    const scraping = setInterval(() => {
      void fetch(`http://127.0.0.1:${port}/metrics`).then((answer) => answer.arrayBuffer())
    }, SCRAPE_MS)
    t.teardown(() => clearInterval(scraping))
  }
  return { name, url, pid: shop.pid }
}

interface Shop {
  name: string
  url: string
  pid: number
}

async function metrics(): Promise<{ METRICS_PORT: string }> {
  return { METRICS_PORT: String(await freePort(0, 'METRICS_PORT')) }
}

async function isCached(url: string): Promise<boolean> {
  const answer = await fetch(url)
  await answer.arrayBuffer()
  return answer.headers.get('server-timing') === 'cache;desc=hit'
}

async function cpuOfOne({ url, pid }: Shop): Promise<number> {
  const before = cpuSeconds(pid)
  const { perSecond } = await load(url + path, {
    connections: CONNECTIONS,
    seconds: SECONDS,
    headers: { 'accept-encoding': 'br' },
  })
  return ((cpuSeconds(pid) - before) * 1e6) / (perSecond * SECONDS)
}

function cpuSeconds(pid: number): number {
  // The name in parentheses may contain spaces. User and system time are the 12th and 13th field after it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}
