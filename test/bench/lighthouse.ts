/**
 * Lighthouse scores on its emulated phone with a slow connection: the median of three visits to each page, once it is
 * cached. Prints a JSON line for each page and category; exit 1 if one is below its limit. `PAGES=home,product` selects
 * pages.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { findRing } from '#test/support/categories.ts'

import { endChild } from './parts/end-child.ts'
import { readReport, type Report } from './parts/open-lighthouse.ts'

const VISITS = 3
/** Visits after which a page is certainly cached. */
const WARM = 3
/** Required scores of 100. Categories without one are not required. */
const LEAST: Record<string, number> = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
/** Transfer size of the home page on a phone, in bytes. */
const MOST_BYTES = 450_000
/** Pages of a signed-in customer. */
const SIGNED_IN = ['account', 'addresses', 'details']
/** Audits that a page fails on purpose: `noindex`, and no description where no search engine comes. */
const EXPECTED_FAILURES: Record<string, string[]> = {
  search: ['is-crawlable'],
  'sign-in': ['is-crawlable'],
  ...Object.fromEntries(SIGNED_IN.map((page) => [page, ['is-crawlable', 'meta-description']])),
}

const child = fork(join(import.meta.dirname, 'parts/cached-shop.ts'), {
  stdio: ['ignore', 2, 2, 'ipc'],
  // Logging would take CPU time from the browser.
  env: { ...process.env, LOG_LEVEL: 'error' },
})
try {
  const message = Promise.race([once(child, 'message'), childEnd()])
  const [{ url, cookie }] = (await message) as [{ url: string; cookie: string }]
  const pages = await listPages(url)
  const asked = process.env['PAGES']?.split(',') ?? Object.keys(pages)
  for (const page of asked) {
    const path = pages[page]
    if (path === undefined) throw new Error(`There is no page ${page}; there are ${Object.keys(pages).join(', ')}.`)
    await measure(page, url + path, SIGNED_IN.includes(page) ? { cookie } : {})
  }
} finally {
  await endChild(child)
}

async function listPages(url: string): Promise<Record<string, string>> {
  const { product } = await findRing(url)
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
    const scores = reports.map((report) => scoreOf(report, page, category))
    const value = median(scores)
    const failed = [...new Set(reports.flatMap((report) => failedAudits(report, category)))]
    const more = category === 'performance' ? timesOf(reports) : {}
    print(`${page} ${category}`, { value, unit: 'of 100', least }, { visits: scores, ...machine, ...more, failed })
  }
  print(`${page} layout shift`, { value: figure(reports, 'cumulative-layout-shift'), unit: 'CLS', most: 0 }, machine)
  const bytes = { value: figure(reports, 'total-byte-weight'), unit: 'bytes' }
  print(`${page} weight`, page === 'home' ? { ...bytes, most: MOST_BYTES } : bytes, machine)
}

/** Score of 100, without the audits that the page fails on purpose. */
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

/** Audits that lower the score; audits without a weight are hints. */
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

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

interface Verdict {
  value: number
  unit: string
  least?: number
  most?: number
}

function print(name: string, verdict: Verdict, more: object): void {
  const { value, least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = verdict
  const within = value >= least && value <= most
  if (!within) process.exitCode = 1
  console.log(JSON.stringify({ name: `lighthouse ${name}`, ...verdict, within, ...more }))
}

async function childEnd(): Promise<never> {
  const [code] = (await once(child, 'exit')) as [number | null]
  throw new Error(`the shop ended before it was open (${code ?? 'by a signal'})`)
}
