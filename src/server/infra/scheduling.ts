import { setImmediate as nextTick } from 'node:timers/promises'

export function createAlarm() {
  let rung = false
  let resume: (() => void) | undefined
  return {
    /** Returns at once if `ring` was called since the last sleep. */
    async sleep(ms: number) {
      if (!rung) {
        const { promise, resolve } = Promise.withResolvers<void>()
        const timer = setTimeout(resolve, ms)
        resume = resolve
        await promise
        clearTimeout(timer)
        resume = undefined
      }
      rung = false
    },
    ring() {
      rung = true
      resume?.()
    },
  }
}

/** Up to a quarter of the pause is random. In ms. */
export function backOff(failures: number, firstMs = 500, maxMs = 15_000): number {
  const ms = Math.min(maxMs, firstMs * 2 ** Math.max(0, failures - 1))
  return ms * (0.75 + Math.random() / 4)
}

/** False on a timeout; the work continues. Throws the work's error, if it fails in time. */
export async function withinTime(work: Promise<unknown>, ms: number): Promise<boolean> {
  const late = Promise.withResolvers<false>()
  const timer = setTimeout(() => late.resolve(false), ms)
  const inTime = await Promise.race([work.then(() => true as const), late.promise])
  clearTimeout(timer)
  return inTime
}

export type YieldToLoop = () => Promise<void>

const IDLE_TICK_MS = 0.5
/** Requests go first, but the work continues after this many ticks, however many requests there are. */
const MAX_TICKS = 4

export function createYieldToLoop(budgetMs = 4): YieldToLoop {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < budgetMs) return
    for (let tick = 0; tick < MAX_TICKS; tick += 1) {
      const startedAt = performance.now()
      await nextTick()
      since = performance.now()
      if (since - startedAt < IDLE_TICK_MS) return
    }
  }
}

/** A burst of requests does not block responses that are ready. The first task of a tick starts synchronously. */
export function createOnePerTick(): (start: () => unknown) => void {
  const waiting: (() => unknown)[] = []
  let isTaken = false

  function run(start: () => unknown): void {
    isTaken = true
    setImmediate(next)
    start()
  }

  function next(): void {
    isTaken = false
    const start = waiting.shift()
    if (start) run(start)
  }

  return (start) => {
    if (isTaken) waiting.push(start)
    else run(start)
  }
}

export function inChunks<Item>(items: readonly Item[], size: number): Item[][] {
  const chunks: Item[][] = []
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size))
  return chunks
}

const DAY_MS = 86_400_000

/** The date in UTC, such as `2026-11-21`. */
export function dayBefore(moment: Date, days: number): string {
  return new Date(moment.getTime() - days * DAY_MS).toISOString().slice(0, 10)
}
