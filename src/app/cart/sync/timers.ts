/** Starts a wait; the function returned calls it off. */
export type After = (milliseconds: number, action: () => void) => () => void

export const afterInBrowser: After = (milliseconds, action) => {
  const timer = setTimeout(action, milliseconds)
  return () => clearTimeout(timer)
}

/** One wait per key: a newer one replaces the older. */
export interface Timers {
  start(key: string, milliseconds: number, action: () => void): void
  has(key: string): boolean
  stop(key: string): void
  /** Stops every wait and gives the keys that were waiting. */
  stopAll(): string[]
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
    has: (key) => waiting.has(key),
    stop,
    stopAll() {
      const keys = [...waiting.keys()]
      keys.forEach(stop)
      return keys
    },
  }
}
