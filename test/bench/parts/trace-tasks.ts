import type { Browser, CDPSession, Page } from 'playwright'

/** How much slower than this machine the phone is that a page wakes up on. */
export const SLOWER = 4
/** Long enough for the first popup, which comes a second after the page is awake. */
const AFTER_HYDRATED_MS = 2000
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true }

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds. */
  ts: number
  dur?: number
}

/** Milliseconds of what kept the page's one thread busy without a pause. */
export interface Tasks {
  /** In which the script ran that every page needs. */
  entry: number
  /** All from there on, the longest first, each with what took most of it. */
  after: { ms: number; most: string }[]
  /** How much slower than the machine at its best a loop ran then: 4 where no one else was there. */
  slowdown: number
}

/** How long a loop takes that does nothing else: the quickest of some turns, in milliseconds. */
export async function timeLoop(page: Page, rounds: number): Promise<number> {
  return page.evaluate((times) => {
    let quickest = Number.POSITIVE_INFINITY
    for (let round = 0; round < times; round += 1) {
      const began = performance.now()
      let sum = 0
      for (let step = 0; step < 3_000_000; step += 1) sum = (sum + step * 31) % 1_000_003
      quickest = Math.min(quickest, performance.now() - began + (sum < 0 ? 1 : 0))
    }
    return quickest
  }, rounds)
}

/**
 * A first visit on a phone: nothing in the browser's cache, no one touches anything. @param loopMs of the machine at
 * its best
 */
export async function traceVisit(browser: Browser, url: string, loopMs: number): Promise<Tasks> {
  const context = await browser.newContext(PHONE)
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    // Another page of the same shop first, so that what is traced is the page and not the start of a process.
    await page.goto(new URL('/healthz', url).href)
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    const stop = await startTrace(devtools)
    await page.goto(url)
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
    // The measure itself: what the page does by itself once it is awake.
    await page.waitForTimeout(AFTER_HYDRATED_MS)
    const events = await stop()
    return { ...tasksOf(events), slowdown: (await timeLoop(page, 3)) / loopMs }
  } finally {
    await context.close()
  }
}

async function startTrace(devtools: CDPSession): Promise<() => Promise<TraceEvent[]>> {
  const events: TraceEvent[] = []
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const includedCategories = ['toplevel', 'devtools.timeline', 'v8']
  await devtools.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } })
  return async () => {
    const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve))
    await devtools.send('Tracing.end')
    await complete
    return events
  }
}

/** @throws where no script of the shop ran */
function tasksOf(events: TraceEvent[]): Pick<Tasks, 'entry' | 'after'> {
  const runs = events.filter(({ name }) => name === 'v8.evaluateModule')
  // No other script is nearly as long as the one that holds the packages.
  const first = runs.toSorted((a, b) => milliseconds(b) - milliseconds(a))[0]
  if (!first) throw new Error('no script of the page ran while it was traced')
  const own = events.filter(({ pid, tid, ph }) => pid === first.pid && tid === first.tid && ph === 'X')
  const tasks = own.filter(({ name }) => name === 'ThreadControllerImpl::RunTask')
  const entry = tasks.find((task) => isInside(first, task)) ?? first
  return {
    entry: milliseconds(entry),
    after: tasks
      .filter(({ ts }) => ts >= endOf(entry))
      .map((task) => ({ ms: milliseconds(task), most: mostOf(own.filter((part) => isInside(part, task))) }))
      .toSorted((a, b) => b.ms - a.ms),
  }
}

/** What of a task's parts took longest by itself. */
function mostOf(parts: TraceEvent[]): string {
  const own = new Map<string, number>()
  const open: TraceEvent[] = []
  for (const part of parts.toSorted((a, b) => a.ts - b.ts || milliseconds(b) - milliseconds(a))) {
    while (open.length > 0 && endOf(open.at(-1) as TraceEvent) <= part.ts) open.pop()
    const around = open.at(-1)
    if (around) own.set(around.name, (own.get(around.name) ?? 0) - milliseconds(part))
    own.set(part.name, (own.get(part.name) ?? 0) + milliseconds(part))
    open.push(part)
  }
  return [...own].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 'unknown'
}

function isInside(part: TraceEvent, whole: TraceEvent): boolean {
  return part !== whole && part.ts >= whole.ts && endOf(part) <= endOf(whole)
}

function endOf({ ts, dur = 0 }: TraceEvent): number {
  return ts + dur
}

function milliseconds({ dur = 0 }: TraceEvent): number {
  return dur / 1000
}
