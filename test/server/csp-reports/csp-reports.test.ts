import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

import t from 'tap'

import { createCspReports } from '#server/csp-reports/csp-reports-plugin.ts'
import { readReports } from '#server/csp-reports/read-reports.ts'
import { startShop } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

const shop = await startShop(t)
const host = new URL(shop.url).host

const legacy = (more: object = {}) => ({
  'csp-report': {
    'document-uri': `${shop.url}/en/checkout/payment?cart=cart_01K0000000000000000000000#x`,
    'blocked-uri': 'https://evil.example/skimmer.js?card=4111',
    'violated-directive': 'script-src-elem',
    'effective-directive': 'script-src-elem',
    ...more,
  },
})

async function report(body: unknown, type = 'application/csp-report'): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return fetch(`${shop.url}/api/csp-reports`, { method: 'POST', headers: { 'content-type': type }, body: text })
}

async function rows() {
  await shop.app.cspReports.write()
  return shop.app.database.query<{ directive: string; blocked: string; page: string; times: number }>(
    'SELECT directive, blocked, page, times FROM csp_reports ORDER BY page, blocked',
  )
}

t.test('every document names the endpoint for CSP reports', async (t) => {
  for (const path of ['/en', '/en', '/en/checkout', '/ru/checkout/details', '/en/policies/privacy-policy']) {
    const { headers } = await fetch(shop.url + path, { headers: { 'user-agent': 'Mozilla/5.0 Chrome/143.0' } })
    t.equal(headers.get('reporting-endpoints'), 'csp="/api/csp-reports"', path)
    t.match(headers.get('content-security-policy'), /; report-uri \/api\/csp-reports; report-to csp$/, path)
  }
})

t.test('reports are counted by day, without query, id or token', async (t) => {
  t.equal((await report(legacy())).status, 204)
  t.equal((await report(legacy())).status, 204)
  const modern = [
    {
      type: 'csp-violation',
      body: {
        documentURL: `${shop.url}/en/order/transfer/or_01K0000000000000000000000?token=secret`,
        blockedURL: 'inline',
        effectiveDirective: 'script-src-attr',
      },
    },
    { type: 'deprecation', body: {} },
  ]
  t.equal((await report(modern, 'application/reports+json')).status, 204)
  t.same(await rows(), [
    {
      directive: 'script-src-elem',
      blocked: 'https://evil.example/skimmer.js',
      page: '/en/checkout/payment',
      times: 2,
    },
    { directive: 'script-src-attr', blocked: 'inline', page: '/en/order/transfer/…', times: 1 },
  ])
  const output = execFileSync(process.execPath, ['src/server/cli/csp-reports-command.ts'], {
    cwd: join(import.meta.dirname, '../../..'),
    env: { ...process.env, DATABASE_URL: shop.config.databaseUrl },
    encoding: 'utf8',
  })
  t.match(output, /^CSP reports in the last 30 days: 3, of 2 kinds\n/)
  t.match(output, /2 × {2}\/en\/checkout\/payment: https:\/\/evil\.example\/skimmer\.js refused by script-src-elem/)
})

t.test('reports about other sites, extensions and invalid reports are ignored', async (t) => {
  const read = (more: object) => readReports(legacy(more), host)
  t.same(read({ 'document-uri': 'https://other.example/' }), [])
  t.same(read({ 'blocked-uri': 'chrome-extension://abcdef/x.js' }), [])
  t.same(read({ 'effective-directive': 7 }), [])
  t.same(read({ 'effective-directive': '<script>' }), [])
  for (const body of [null, 'x', 7, [], [null], {}, { 'csp-report': 'x' }]) t.same(readReports(body, host), [])
  t.equal(read({ 'blocked-uri': 'data:text/html,secret' })[0]?.blocked, 'data:')
  t.equal(
    read({ 'document-uri': `${shop.url}/en/shop/product/round-halo-ring` })[0]?.page,
    '/en/shop/product/round-halo-ring',
  )
  t.equal(read({ 'document-uri': `${shop.url}/en/hints/3f2a9c` })[0]?.page, '/en/hints/…')
})

t.test('a report that is too large, of another type or broken is refused', async (t) => {
  t.equal((await report(legacy({ 'script-sample': 'x'.repeat(17_000) }))).status, 413)
  t.equal((await report(legacy(), 'application/json')).status, 415)
  t.equal((await report('{')).status, 400)
})

t.test('a visitor who sends too many reports gets Retry-After', async (t) => {
  let last: Response | undefined
  const refused = await until(async () => {
    last = await report(legacy())
    return last.status === 429
  })
  t.ok(refused)
  t.match(last?.headers.get('retry-after'), /^\d+$/)
})

t.test('reports are kept for 90 days, and 500 kinds of them a day', async (t) => {
  const { database, log } = shop.app
  // Writes the reports of earlier tests, so that they are not written later.
  await shop.app.cspReports.write()
  await database.query('DELETE FROM csp_reports')
  const old = createCspReports(database, log, () => new Date(Date.now() - 91 * 86_400_000))
  old.note({ directive: 'img-src', blocked: 'inline', page: '/en' })
  await old.write()
  const today = createCspReports(database, log)
  for (let index = 0; index < 500; index++)
    today.note({ directive: 'img-src', blocked: `https://x${index}.example/`, page: '/en' })
  await today.write()
  today.note({ directive: 'script-src', blocked: 'inline', page: '/en/checkout/payment' })
  await today.write()
  await today.deleteOld()
  const left = await rows()
  t.equal(left.length, 500)
  t.ok(
    left.some(({ page }) => page === '/en/checkout/payment'),
    'reports of checkout pages have priority',
  )
})
