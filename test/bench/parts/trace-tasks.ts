import type { Browser, CDPSession, Page } from 'playwright'

export const SLOWER = 4
/** Long enough for the first popup, which opens a second after hydration. */
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

export interface Tasks {
  entry: number
  after: { ms: number; most: string }[]
  /** Slowdown of a loop, relative to the idle machine: 4 if nothing else was running. */
  slowdown: number
}

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
 * A first visit on a phone, with an empty cache and without input. @param loopMs duration of the loop on the idle
 * machine
 */
export async function traceVisit(browser: Browser, url: string, loopMs: number): Promise<Tasks> {
  const context = await browser.newContext(PHONE)
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    // Another page of the shop first, so that the trace does not include the start of a browser process.
    await page.goto(new URL('/healthz', url).href)
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    const stop = await startTrace(devtools)
    await page.goto(url)
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
    // Fixed by design: the measurement covers what the page does by itself after hydration.
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

function tasksOf(events: TraceEvent[]): Pick<Tasks, 'entry' | 'after'> {
  const runs = events.filter(({ name }) => name === 'v8.evaluateModule')
  // The entry script, which contains the packages, is by far the longest.
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
