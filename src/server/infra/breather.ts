import { setImmediate } from 'node:timers/promises'

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
      await setImmediate()
      since = performance.now()
      if (since - began < QUIET_MS) return
    }
  }
}
