/**
 * The longest task after the scripts of a page have run on a slow phone, which delays the response to the shopper; the
 * median of some visits. Other load on the machine is measured by a loop in the same page, and subtracted.
 */
import { findRing } from '#test/support/categories.ts'
import { openBrowser } from '#test/support/program-shop.ts'
import { median, openProgram, report, rounded } from '#test/support/program.ts'

import { startPart } from './parts/part.ts'
import { SLOWER, timeLoop, traceVisit, type Tasks } from './parts/trace-tasks.ts'

/** Longer than this, a response feels late. */
const MOST_MS = 100
const VISITS = 5

await using t = openProgram()
// Logging would take CPU time from the browser.
const env = { ...process.env, LOG_LEVEL: 'error' }
const { url } = (await startPart<{ url: string }>(t, 'shop.ts', { env })).facts
const browser = await openBrowser(t)
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

function print(page: string, visits: Tasks[]): void {
  const calm = visits.map((visit) => ({ ...visit, times: Math.max(1, visit.slowdown / SLOWER) }))
  const longest = calm.map(({ after, times }) => ({ ms: (after[0]?.ms ?? 0) / times, most: after[0]?.most }))
  const { ms = Number.NaN, most } = longest.toSorted((a, b) => a.ms - b.ms)[VISITS >> 1] ?? {}
  report(`tasks ${page}`, {
    value: Math.round(ms),
    unit: 'ms',
    most: MOST_MS,
    mostOfIt: most,
    visits: longest.map((task) => Math.round(task.ms)),
    second: Math.round(median(calm.map(({ after, times }) => (after[1]?.ms ?? 0) / times))),
    entry: Math.round(median(calm.map(({ entry, times }) => entry / times))),
    slowdown: visits.map(({ slowdown }) => rounded(slowdown)),
  })
}
