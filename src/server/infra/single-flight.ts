export interface SingleFlight<Value> {
  /** Joins the running task of the key, or starts this one. Every caller gets its error. */
  run(key: string, task: () => Promise<Value>): Promise<Value>
  isRunning(key: string): boolean
}

export function createSingleFlight<Value>(): SingleFlight<Value> {
  const running = new Map<string, Promise<Value>>()
  return {
    run(key, task) {
      const joined = running.get(key)
      if (joined) return joined
      const started = task().finally(() => running.delete(key))
      running.set(key, started)
      return started
    },
    isRunning: (key) => running.has(key),
  }
}
