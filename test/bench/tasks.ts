/**
 * The longest task after the scripts of a page have run on a slow phone, which delays the response to the shopper; the
 * median of some visits. Other load on the machine is measured by a loop in the same page, and subtracted. Prints a
 * JSON line for each page; exit 1 if one exceeds its limit.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { findRing } from '#test/support/categories.ts'
import { launchChromium } from '#test/support/chromium.ts'

import { endChild } from './parts/end-child.ts'
import { SLOWER, timeLoop, traceVisit, type Tasks } from './parts/trace-tasks.ts'

const MOST_MS = 50
const VISITS = 5

const child = fork(join(import.meta.dirname, 'parts/cached-shop.ts'), {
  stdio: ['ignore', 2, 2, 'ipc'],
  // Logging would take CPU time from the browser.
  env: { ...process.env, LOG_LEVEL: 'error' },
})
const browser = await launchChromium()
try {
  const [{ url }] = (await Promise.race([once(child, 'message'), childEnd()])) as [{ url: string }]
  const { product } = await findRing(url)
  const blank = await browser.newPage()
  const loopMs = await timeLoop(blank, 20)
  await blank.close()
  const pages = {
    home: '/en',
    category: '/en/shop/rings',
    product: `/en/shop/product/${product.handle}`,
    article: '/en/blogs/ring-sizes',
  }
  for (const [page, path] of Object.entries(pages)) {
    // The first visit renders the page and its images; the measured ones get the cached page.
    await traceVisit(browser, url + path, loopMs)
    const visits: Tasks[] = []
    for (let visit = 0; visit < VISITS; visit += 1) visits.push(await traceVisit(browser, url + path, loopMs))
    print(page, visits)
  }
} finally {
  await browser.close()
  await endChild(child)
}

function print(page: string, visits: Tasks[]): void {
  const calm = visits.map((visit) => ({ ...visit, times: Math.max(1, visit.slowdown / SLOWER) }))
  const longest = calm.map(({ after, times }) => ({ ms: (after[0]?.ms ?? 0) / times, most: after[0]?.most }))
  const { ms = Number.NaN, most } = longest.toSorted((a, b) => a.ms - b.ms)[VISITS >> 1] ?? {}
  const value = Math.round(ms)
  const within = value <= MOST_MS
  if (!within) process.exitCode = 1
  const figures = {
    most: MOST_MS,
    within,
    mostOfIt: most,
    visits: longest.map((task) => Math.round(task.ms)),
    second: Math.round(median(calm.map(({ after, times }) => (after[1]?.ms ?? 0) / times))),
    entry: Math.round(median(calm.map(({ entry, times }) => entry / times))),
    slowdown: visits.map(({ slowdown }) => Math.round(slowdown * 10) / 10),
  }
  console.log(JSON.stringify({ name: `tasks ${page}`, value, unit: 'ms', ...figures }))
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

async function childEnd(): Promise<never> {
  const [code] = (await once(child, 'exit')) as [number | null]
  throw new Error(`the shop ended before it was open (${code ?? 'by a signal'})`)
}
