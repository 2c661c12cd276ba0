/**
 * Lighthouse scores on its emulated phone with a slow connection: the median of three visits to each page, once it is
 * cached. `PAGES=home,product` selects pages.
 */
import { findRing } from '#test/support/categories.ts'
import { median, openProgram, report } from '#test/support/program.ts'

import { readReport, type Report } from './parts/open-lighthouse.ts'
import { startPart } from './parts/part.ts'

const VISITS = 3
const WARM = 3
/** Required scores of 100. Categories without one are not required. */
const LEAST: Record<string, number> = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
const MOST_BYTES = 450_000
const SIGNED_IN = ['account', 'addresses', 'details']
/** Audits that a page fails on purpose: `noindex`, and no description where no search engine comes. */
const EXPECTED_FAILURES: Record<string, string[]> = {
  search: ['is-crawlable'],
  'sign-in': ['is-crawlable'],
  ...Object.fromEntries(SIGNED_IN.map((page) => [page, ['is-crawlable', 'meta-description']])),
}

await using t = openProgram()
// Logging would take CPU time from the browser.
const env = { ...process.env, LOG_LEVEL: 'error' }
const { url: origin, cookie } = (await startPart<{ url: string; cookie: string }>(t, 'shop.ts', { env })).facts
const pages = await listPages()
for (const page of process.env['PAGES']?.split(',') ?? Object.keys(pages)) {
  const path = pages[page]
  if (path === undefined) throw new Error(`There is no page ${page}; there are ${Object.keys(pages).join(', ')}.`)
  await measure(page, origin + path, SIGNED_IN.includes(page) ? { cookie } : {})
}

async function listPages(): Promise<Record<string, string>> {
  const { product } = await findRing(origin)
  return {
    home: '/en',
    category: '/en/shop/rings',
    product: `/en/shop/product/${product.handle}`,
    article: '/en/blogs/ring-sizes',
    search: '/en/search?q=ring',
    'sign-in': '/en/account/sign-in',
    account: '/en/account',
    addresses: '/en/account/addresses',
    details: '/en/account/details',
  }
}

async function measure(page: string, url: string, headers: Record<string, string>): Promise<void> {
  for (let visit = 0; visit < WARM; visit += 1) await (await fetch(url, { headers })).arrayBuffer()
  // The images of the first visit are made while it waits.
  await readReport(url, headers)
  const reports: Report[] = []
  for (let visit = 0; visit < VISITS; visit += 1) reports.push(await readReport(url, headers))

  const machine = { benchmarkIndex: median(reports.map(({ environment }) => environment.benchmarkIndex)) }
  for (const [category, least] of Object.entries(LEAST)) {
    const scores = reports.map((one) => scoreOf(one, page, category))
    const value = median(scores)
    const failed = [...new Set(reports.flatMap((one) => failedAudits(one, category)))]
    const more = category === 'performance' ? timesOf(reports) : {}
    const facts = { visits: scores, ...machine, ...more, failed }
    report(`lighthouse ${page} ${category}`, { value, unit: 'of 100', least, ...facts })
  }
  const shift = figure(reports, 'cumulative-layout-shift')
  report(`lighthouse ${page} layout shift`, { value: shift, unit: 'CLS', most: 0, ...machine })
  const most = page === 'home' ? MOST_BYTES : undefined
  const weight = figure(reports, 'total-byte-weight')
  report(`lighthouse ${page} weight`, { value: weight, unit: 'bytes', most, ...machine })
}

function scoreOf({ categories, audits }: Report, page: string, category: string): number {
  const { score = 0, auditRefs = [] } = categories[category] ?? {}
  const expected = EXPECTED_FAILURES[page] ?? []
  if (!auditRefs.some(({ id }) => expected.includes(id))) return Math.round((score ?? 0) * 100)
  const counted = auditRefs.filter(
    ({ id, weight }) => !expected.includes(id) && weight > 0 && audits[id]?.score !== null,
  )
  const weights = counted.reduce((sum, { weight }) => sum + weight, 0)
  const reached = counted.reduce((sum, { id, weight }) => sum + weight * (audits[id]?.score ?? 0), 0)
  return Math.round((reached / weights) * 100)
}

function failedAudits({ categories, audits }: Report, category: string): string[] {
  const refs = categories[category]?.auditRefs ?? []
  return refs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9).map(({ id }) => id)
}

function timesOf(reports: Report[]): Record<string, number> {
  const times = {
    firstPaintMs: 'first-contentful-paint',
    largestPaintMs: 'largest-contentful-paint',
    blockedMs: 'total-blocking-time',
    speedIndexMs: 'speed-index',
  }
  return Object.fromEntries(Object.entries(times).map(([name, audit]) => [name, Math.round(figure(reports, audit))]))
}

function figure(reports: Report[], audit: string): number {
  return median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN))
}
