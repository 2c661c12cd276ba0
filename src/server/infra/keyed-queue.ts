import PQueue from 'p-queue'
import type { QueryConfig } from 'pg'

export type KeyedQueue = ReturnType<typeof createKeyedQueue>

export class QueueFullError extends Error {
  override name = 'QueueFullError'
}

export interface SharedLocks {
  /**
   * Undefined if the lock was not acquired in time.
   * @param query tries to take the lock, and does more in the same round trip; `row` is its result
   */
  acquire(key: string, query?: QueryConfig): Promise<{ row?: object; release: () => void } | undefined>
  settled(key: string): Promise<void>
}

const NO_SHARED_LOCKS: SharedLocks = { acquire: async () => ({ release() {} }), settled: async () => {} }

/** @param limit how many tasks of one key may wait or run */
export function createKeyedQueue(
  limit: number,
  { concurrency = 1, locks = NO_SHARED_LOCKS }: { concurrency?: number; locks?: SharedLocks } = {},
) {
  const keys = new Map<string, { queue: PQueue; tasks: Set<Promise<unknown>> }>()

  async function runLocked<T>(key: string, task: (row?: object) => Promise<T>, query?: QueryConfig): Promise<T> {
    const lock = await locks.acquire(key, query)
    if (!lock) throw new QueueFullError(`Another process did not finish with ${key}`)
    try {
      return await task(lock.row)
    } finally {
      lock.release()
    }
  }

  return {
    /** When every task of this key that is queued now, in any process, has succeeded or failed. */
    async settled(key: string) {
      const tasks = keys.get(key)?.tasks
      if (tasks) await Promise.allSettled(tasks)
      await locks.settled(key)
    },

    /**
     * Tasks of one key run in order. Throws QueueFullError if too many wait or the lock is not released in time.
     * @param query see `SharedLocks`; the task receives its row
     */
    async run<T>(key: string, task: (row?: object) => Promise<T>, query?: QueryConfig) {
      const entry = keys.get(key) ?? { queue: new PQueue({ concurrency }), tasks: new Set() }
      if (entry.tasks.size >= limit) throw new QueueFullError(`More than ${limit} tasks wait for ${key}`)
      keys.set(key, entry)
      const result = entry.queue.add(() => runLocked(key, task, query))
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
