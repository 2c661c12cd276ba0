import { setImmediate } from 'node:timers/promises'

/** Gives the event loop back when long work has held it for a while. */
export type Breathe = () => Promise<void>

/**
 * Long work calls what this returns between its small steps, so that requests never wait for it.
 * @param budgetMs how long the work may hold the event loop at a stretch
 */
export function createBreather(budgetMs = 6): Breathe {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < budgetMs) return
    await setImmediate()
    since = performance.now()
  }
}
