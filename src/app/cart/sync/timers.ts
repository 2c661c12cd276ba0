/** Starts a wait; the function returned calls it off. */
export type After = (milliseconds: number, action: () => void) => () => void

export const afterInBrowser: After = (milliseconds, action) => {
  const timer = setTimeout(action, milliseconds)
  return () => clearTimeout(timer)
}

/** One wait per key: a newer one replaces the older. */
export interface Timers {
  start(key: string, milliseconds: number, action: () => void): void
  stop(key: string): void
  stopAll(): void
}

export function createTimers(after: After): Timers {
  const waiting = new Map<string, () => void>()
  const stop = (key: string) => {
    waiting.get(key)?.()
    waiting.delete(key)
  }
  return {
    start(key, milliseconds, action) {
      stop(key)
      const cancel = after(milliseconds, () => {
        waiting.delete(key)
        action()
      })
      waiting.set(key, cancel)
    },
    stop,
    stopAll: () => [...waiting.keys()].forEach(stop),
  }
}
