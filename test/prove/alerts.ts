/**
 * Fires the alerts of `ops/prometheus/alerts.yml` by real faults in a real Prometheus (Debian's `prometheus`): a frozen
 * and a slow Medusa, a PostgreSQL that is away, an SMTP server that refuses, a full disk, a killed and a paused
 * process, too many requests. Minutes of the rules count as seconds.
 */
import { execFileSync, spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { freePort } from '#dev/processes/ports.ts'
import { passOn } from '#test/support/breaking-proxy.ts'
import { startDatabaseProxy } from '#test/support/database-proxy.ts'
import { freezeMedusa } from '#test/support/frozen-backend.ts'
import { createHttpShopper } from '#test/support/http-shopper.ts'
import { listenLocally } from '#test/support/listen-locally.ts'
import { openMailServer } from '#test/support/mail-server.ts'
import { shopEnvironment } from '#test/support/open-shop.ts'
import { openCommerce } from '#test/support/program-shop.ts'
import { check, openProgram } from '#test/support/program.ts'
import { startShopProcess } from '#test/support/shop-process.ts'
import { until } from '#test/support/until.ts'

const RULES = join(import.meta.dirname, '../../ops/prometheus/alerts.yml')
const PATIENCE_MS = 90_000
const DISK_MB = 900
const FILL_MB = 500
const CROWD = 1500
const SLOW_MS = 1500

await using t = openProgram()
const folder = t.testdir()
const commerce = await openCommerce(t, { name: 'prove-alerts' })
const dataDir = mountDisk()
const mail = await openMailServer(t)
const database = await startDatabaseProxy(t, commerce.databaseUrl)
let slowMs = 0
const medusaUrl = await listenLocally(
  t,
  createServer((...call) => void setTimeout(() => passOn(commerce.medusaUrl, ...call), slowMs)),
)
const [metricsPort, port] = [await freePort(0, 'METRICS_PORT'), await freePort(0, 'PROMETHEUS')]
const shop = startShopProcess(t, {
  env: {
    ...shopEnvironment(commerce, 'alerts'),
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    MEDUSA_URL: medusaUrl,
    NODE_ENV: 'production',
    METRICS_PORT: String(metricsPort),
    ...mail.env,
    CATALOG_REFRESH_SECONDS: '2',
  },
})
const url = await shop.ready()
startPrometheus()
await until(async () => (await read('query?query=medusa_up')).includes('"1"]'), PATIENCE_MS)
const shopper = createHttpShopper()
const readCart = async () => shopper.call(url, 'GET', '/api/carts/current')
await shopper.call(url, 'POST', '/api/carts', {})
let subscribers = 0
const subscribe = async () =>
  shopper.call(url, 'POST', '/api/email-subscribe', { email: `s${(subscribers += 1)}@example.com`, lang: 'en' })

await drill('Medusa is frozen', ['MedusaDown', 'CatalogOld', 'StorefrontErrors'], {
  begin: () => freezeMedusa(commerce),
  repeat: readCart,
  end: (frozen) => frozen?.resume(),
})
await drill('Medusa is slow', ['StorefrontSlow'], {
  begin: () => (slowMs = SLOW_MS),
  repeat: readCart,
  end: () => (slowMs = 0),
})
await drill('PostgreSQL is away', ['DatabaseDown'], {
  begin: () => database.goAway(),
  async end() {
    database.comeBack()
    await until(async () => (await read('query?query=database_up')).includes('"1"]'), PATIENCE_MS)
  },
})
await drill('SMTP defers emails', ['EmailsDelayed'], {
  async begin() {
    mail.faults.refuse = Number.POSITIVE_INFINITY
    await subscribe()
  },
  end: () => (mail.faults.refuse = 0),
})
await drill('SMTP refuses an address', ['EmailsRefused'], {
  async begin() {
    mail.faults.unknown = () => true
    await subscribe()
  },
  end: () => (mail.faults.unknown = () => false),
})
await drill('the disk is full', ['DiskFull'], {
  begin: () => writeFileSync(join(dataDir, 'filler'), Buffer.alloc(FILL_MB * 1_000_000)),
  end: () => rmSync(join(dataDir, 'filler')),
})
await drill('a client floods a form', ['RateLimitsHit'], {
  repeat: async () => Promise.all(Array.from({ length: 20 }, subscribe)),
})
await drill('a crowd searches', ['StorefrontSheddingLoad'], {
  repeat: async () => {
    const search = async (_: unknown, index: number) => {
      const answer = await fetch(`${url}/en/search?q=ring${index}-${Date.now()}`, { redirect: 'manual' })
      await answer.arrayBuffer()
    }
    await Promise.allSettled(Array.from({ length: CROWD }, search))
  },
})
await drill('the storefront is paused again and again', ['EventLoopDelayed'], {
  async repeat() {
    process.kill(shop.pid, 'SIGSTOP')
    await pause(600)
    process.kill(shop.pid, 'SIGCONT')
    await pause(200)
  },
})
await drill('the storefront is killed', ['StorefrontDown'], {
  begin: () => process.kill(shop.pid, 'SIGKILL'),
})

async function drill<Fault>(fault: string, alerts: string[], { begin, repeat, end }: Drill<Fault>): Promise<void> {
  const missing = new Set(alerts)
  // The fault before may have raised them.
  await until(async () => (await readAlerts()).every(({ labels }) => !missing.has(labels.alertname)), PATIENCE_MS)
  const began = performance.now()
  const state = await begin?.()
  const ending = AbortSignal.timeout(PATIENCE_MS)
  while (missing.size > 0 && !ending.aborted) {
    await Promise.all([repeat?.(), pause(250)])
    for (const { labels, state: stage, value } of await readAlerts()) {
      if (stage !== 'firing' || !missing.delete(labels.alertname)) continue
      const seconds = Math.round((performance.now() - began) / 1000)
      check(labels.alertname, true, { fault, value: Number(value), seconds })
    }
  }
  for (const name of missing) check(name, false, { fault })
  await end?.(state)
}

interface Drill<Fault> {
  begin?: () => Fault | Promise<Fault>
  repeat?: () => Promise<unknown>
  end?: (fault: Fault | undefined) => unknown
}

/** Mounts a small disk for the data of the storefront. Needs root. */
function mountDisk(): string {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', folder])
  t.teardown(() => execFileSync('umount', ['--lazy', folder]))
  return join(folder, 'data')
}

function startPrometheus(): void {
  const home = t.testdir()
  const rules = readFileSync(RULES, 'utf8')
    .replaceAll(/for: \d+h/g, 'for: 5s')
    .replaceAll(/for: (\d+)m/g, 'for: $1s')
    .replaceAll(/\[\d+m\]/g, '[15s]')
    .replaceAll('> 900', '> 9')
  writeFileSync(join(home, 'alerts.yml'), rules)
  writeFileSync(
    join(home, 'prometheus.yml'),
    `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: [alerts.yml]
scrape_configs: [{ job_name: storefront, static_configs: [{ targets: ['127.0.0.1:${metricsPort}'] }] }]
`,
  )
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(home, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(home, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
  t.teardown(async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill()
    await ended
  })
}

interface Alert {
  labels: { alertname: string }
  state: 'pending' | 'firing'
  value: string
}

async function readAlerts(): Promise<Alert[]> {
  const { data } = JSON.parse(await read('alerts')) as { data: { alerts: Alert[] } }
  return data.alerts
}

async function read(path: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`).catch(() => undefined)
  return (await answer?.text()) ?? ''
}
