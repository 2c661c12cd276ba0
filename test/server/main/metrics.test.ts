import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import t from 'tap'

import { freePort } from '#dev/processes/ports.ts'
import { createHttpShopper } from '#test/support/http-shopper.ts'
import { shopEnvironment } from '#test/support/open-shop.ts'
import { sharedCommerce } from '#test/support/shared-commerce.ts'
import { startShopProcess } from '#test/support/shop-process.ts'
import { until } from '#test/support/until.ts'

const ROOT = join(import.meta.dirname, '../../..')
const ALERTS = 'ops/prometheus/alerts.yml'
const DASHBOARD = 'ops/grafana/storefront.json'
const VIEWS = 20

t.test('an operator reads the metrics at an address that shoppers cannot reach', async (t) => {
  const port = await freePort(0, 'METRICS_PORT')
  const shop = startShopProcess(t, {
    env: {
      ...shopEnvironment(await sharedCommerce(), 'metrics'),
      NODE_ENV: 'production',
      METRICS_PORT: String(port),
    },
  })
  const url = await shop.ready()
  const before = await scrape(port)
  for (let view = 0; view < VIEWS; view += 1) {
    const page = await fetch(`${url}/en/shop/earrings`)
    await page.text()
  }
  t.equal((await fetch(`${url}/metrics`)).status, 404, 'the shop itself has none')
  const shopper = createHttpShopper()
  t.equal((await shopper.call(url, 'POST', '/api/carts', { region_id: 'none' })).status, 400)
  const subscribe = async () => shopper.call(url, 'POST', '/api/email-subscribe', { email: 'no address', lang: 'en' })
  await until(async () => (await subscribe()).status === 429)

  const after = await scrape(port)
  const grown = (name: string, labels = '') => after.sum(name, labels) - before.sum(name, labels)
  t.equal(grown('page_cache_requests_total'), VIEWS, 'every view is counted once')
  t.ok(grown('page_cache_requests_total', 'outcome="hit"') > 0)
  t.equal(grown('http_request_duration_seconds_count', 'route="/api/carts",status="400"'), 1)
  t.equal(grown('http_request_duration_seconds_count', 'route="none",status="404"'), 1)
  t.ok(grown('rate_limit_exceeded_total') > 0)
  t.ok(after.sum('medusa_request_duration_seconds_count', 'outcome="ok"') > 0)
  t.equal(after.sum('medusa_up'), 1)
  t.equal(after.sum('database_up'), 1)
  t.equal(after.sum('emails_failed'), 0)
  t.ok(after.sum('catalog_products') >= 30)
  t.ok(after.sum('process_resident_memory_bytes') > 100_000_000)
  t.ok(after.has('nodejs_eventloop_lag_p99_seconds'))

  const queries = read(ALERTS) + read(DASHBOARD)
  const asked = new Set(queries.match(/\b[a-z]+(?:_[a-z0-9]+)+(?=\{job=)/g))
  t.same(
    [...asked].filter((name) => !after.has(name)),
    [],
    'every metric of the alerts and of the dashboard exists',
  )
  t.ok(asked.size >= 20)
})

t.test('the alerts are valid rules, and the operator finds what to do about each', async (t) => {
  const checked = execFileSync('promtool', ['check', 'rules', join(ROOT, ALERTS)], { encoding: 'utf8' })
  t.match(checked, 'SUCCESS')
  const names = [...read(ALERTS).matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
  const [, runbook = ''] = read('docs/operations.md').split('| Alert | What to do |')
  const described = [...(runbook.split('\n## ')[0] ?? '').matchAll(/^\| `([A-Z]\w+)` \|/gm)].map(
    ([, name = '']) => name,
  )
  t.same(described, names)
})

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

interface Scrape {
  has(name: string): boolean
  sum(name: string, labels?: string): number
}

async function scrape(port: number): Promise<Scrape> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`)
  if (!response.ok) throw new Error(`/metrics answered ${response.status}: ${await response.text()}`)
  const samples = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const series = samples.map((line) => line.slice(0, line.lastIndexOf(' ')))
  const twice = series.find((one, index) => series.indexOf(one) !== index)
  if (twice !== undefined) throw new Error(`Prometheus would drop a sample, because ${twice} is there twice`)
  const of = (name: string) => samples.filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
  return {
    has: (name) => of(name).length > 0,
    sum: (name, labels = '') =>
      of(name)
        .filter((line) => line.includes(labels))
        .reduce((total, line) => total + Number(line.slice(line.lastIndexOf(' ') + 1)), 0),
  }
}
