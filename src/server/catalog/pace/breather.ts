import { setImmediate } from 'node:timers/promises'

/** Gives the event loop back when long work has held it for a while. */
export type Breathe = () => Promise<void>

/** A turn of the event loop in which nobody else had anything to do. */
const QUIET_MS = 0.5
/** Visitors come first, but the work goes on however many there are. */
const MOST_TURNS = 4

/**
 * Long work calls what this returns between its small steps, so that requests never wait for it.
 * @param budgetMs how long the work may hold the event loop at a stretch
 */
export function createBreather(budgetMs = 4): Breathe {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < budgetMs) return
    for (let turn = 0; turn < MOST_TURNS; turn += 1) {
      const began = performance.now()
      await setImmediate()
      since = performance.now()
      if (since - began < QUIET_MS) return
    }
  }
}
