/** @returns a function that cancels the action */
export type After = (milliseconds: number, action: () => void) => () => void

export const afterInBrowser: After = (milliseconds, action) => {
  const timer = setTimeout(action, milliseconds)
  return () => clearTimeout(timer)
}

/** Starting a timer again replaces the earlier one of its key. */
export function createTimers(after: After) {
  const waiting = new Map<string, () => void>()
  const stop = (key: string) => {
    waiting.get(key)?.()
    waiting.delete(key)
  }
  return {
    start(key: string, milliseconds: number, action: () => void) {
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
