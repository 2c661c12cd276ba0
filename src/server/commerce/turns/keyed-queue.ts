export interface KeyedQueue {
  /**
   * Runs a task after all earlier ones of the same key; other keys are not waited for.
   * @throws QueueFullError where too many wait already, or what the task throws
   */
  run<T>(key: string, task: () => Promise<T>): Promise<T>
  /** Resolves once every task that is in this key's line now has ended, well or not. */
  settled(key: string): Promise<void>
}

export class QueueFullError extends Error {
  override name = 'QueueFullError'
}

/** @param limit how many tasks of one key may wait or run at once */
export function createKeyedQueue(limit: number): KeyedQueue {
  const lines = new Map<string, { last: Promise<unknown>; length: number }>()

  return {
    async settled(key) {
      await lines.get(key)?.last
    },

    async run(key, task) {
      const line = lines.get(key) ?? { last: Promise.resolve(), length: 0 }
      if (line.length >= limit) throw new QueueFullError(`More than ${limit} tasks wait for ${key}`)
      line.length += 1
      const turn = line.last.then(task)
      // The next in line must not fail because of this one.
      line.last = turn.catch(() => undefined)
      lines.set(key, line)
      try {
        return await turn
      } finally {
        line.length -= 1
        if (line.length === 0) lines.delete(key)
      }
    },
  }
}
