import PQueue from 'p-queue'

export interface KeyedQueue {
  /**
   * Runs a task after the earlier ones of the same key. Tasks of other keys run in parallel.
   * @throws QueueFullError if too many tasks of the key wait or its lock is not released in time; what the task throws
   */
  run<T>(key: string, task: () => Promise<T>): Promise<T>
  /** Resolves when every task of this key that is queued now, in any process, has succeeded or failed. */
  settled(key: string): Promise<void>
}

export class QueueFullError extends Error {
  override name = 'QueueFullError'
}

/** Locks between the processes of one shop. */
export interface SharedLocks {
  /**
   * Waits for the lock.
   * @returns releases the lock; undefined if it was not acquired in time
   */
  acquire(key: string): Promise<(() => void) | undefined>
  /** Waits until no other process holds the lock, without acquiring it. */
  settled(key: string): Promise<void>
}

/** The locks of a single process: it never waits. */
const NO_SHARED_LOCKS: SharedLocks = { acquire: async () => () => {}, settled: async () => {} }

/**
 * @param limit how many tasks of one key may wait or run
 * @param concurrency how many tasks of one key run at a time
 * @param locks held while a task runs, so that other processes wait too
 */
export function createKeyedQueue(
  limit: number,
  { concurrency = 1, locks = NO_SHARED_LOCKS }: { concurrency?: number; locks?: SharedLocks } = {},
): KeyedQueue {
  const keys = new Map<string, { queue: PQueue; tasks: Set<Promise<unknown>> }>()

  async function runLocked<T>(key: string, task: () => Promise<T>): Promise<T> {
    const release = await locks.acquire(key)
    if (!release) throw new QueueFullError(`Another process did not finish with ${key}`)
    try {
      return await task()
    } finally {
      release()
    }
  }

  return {
    async settled(key) {
      const tasks = keys.get(key)?.tasks
      if (tasks) await Promise.allSettled(tasks)
      await locks.settled(key)
    },

    async run(key, task) {
      const entry = keys.get(key) ?? { queue: new PQueue({ concurrency }), tasks: new Set() }
      if (entry.tasks.size >= limit) throw new QueueFullError(`More than ${limit} tasks wait for ${key}`)
      keys.set(key, entry)
      const result = entry.queue.add(() => runLocked(key, task))
      entry.tasks.add(result)
      try {
        return await result
      } finally {
        entry.tasks.delete(result)
        if (entry.tasks.size === 0) keys.delete(key)
      }
    },
  }
}
