import { setImmediate as nextTurn } from 'node:timers/promises'

/** A sleep that someone else can end early. */
interface Alarm {
  /** Sleeps at most that long; a ring that came while no one slept ends the next sleep at once. */
  sleep(ms: number): Promise<void>
  ring(): void
}

export function createAlarm(): Alarm {
  let rung = false
  let resume: (() => void) | undefined
  return {
    async sleep(ms) {
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

/** How long to wait after so many failures in a row: doubling from half a second to 15 s, a quarter of it by chance. */
export function backOff(failures: number): number {
  const ms = Math.min(15_000, 500 * 2 ** Math.max(0, failures - 1))
  return ms * (0.75 + Math.random() / 4)
}

/** Gives the event loop back when long work has held it for a while. */
export type YieldToLoop = () => Promise<void>

/** A turn of the event loop in which no one else had anything to do. */
const QUIET_MS = 0.5
/** Visitors come first, but the work goes on however many there are. */
const MAX_TICKS = 4

/**
 * Long work calls what this returns between its small steps, so that requests never wait for it.
 * @param budgetMs how long the work may hold the event loop at a stretch
 */
export function createBreather(budgetMs = 4): YieldToLoop {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < budgetMs) return
    for (let tick = 0; tick < MAX_TICKS; tick += 1) {
      const began = performance.now()
      await nextTurn()
      since = performance.now()
      if (since - began < QUIET_MS) return
    }
  }
}

/**
 * Begins at most one task in each turn of the event loop, in the order in which they came: many that come at the same
 * moment hold up no one together, since what is answered at once comes in between.
 * @returns begins a task, at once where none has begun in this turn
 */
export function createOnePerTick(): (begin: () => unknown) => void {
  const waiting: (() => unknown)[] = []
  let isTaken = false

  function take(begin: () => unknown): void {
    isTaken = true
    setImmediate(next)
    begin()
  }

  function next(): void {
    isTaken = false
    const begin = waiting.shift()
    if (begin) take(begin)
  }

  return (begin) => {
    if (isTaken) waiting.push(begin)
    else take(begin)
  }
}

const DAY_MS = 86_400_000

/** The day (`2026-11-21`, in UTC) so many days before a moment. */
export function dayBefore(moment: Date, days: number): string {
  return new Date(moment.getTime() - days * DAY_MS).toISOString().slice(0, 10)
}
