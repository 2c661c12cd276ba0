export interface KeyedQueue {
  /**
   * Runs a task after all earlier ones of the same key, and never beside one of another process; other keys are not
   * waited for.
   * @throws QueueFullError where too many wait already, or what the task throws
   */
  run<T>(key: string, task: () => Promise<T>): Promise<T>
  /** Resolves once every task that is in this key's line now has ended, well or not, in whichever process. */
  settled(key: string): Promise<void>
}

export class QueueFullError extends Error {
  override name = 'QueueFullError'
}

/** What the processes of one shop take in turns. */
export interface SharedLocks {
  /**
   * Waits until no other process has the turn.
   * @returns gives it back; undefined where it did not come in time
   */
  take(key: string): Promise<(() => void) | undefined>
  /** Waits until no other process has the turn, and takes none. */
  settled(key: string): Promise<void>
}

/** Of a process that is alone. */
export const NO_SHARED_LOCKS: SharedLocks = { take: async () => () => {}, settled: async () => {} }

/**
 * @param limit how many tasks of one key may wait or run at once
 * @param locks between this process and others
 */
export function createKeyedQueue(limit: number, locks: SharedLocks = NO_SHARED_LOCKS): KeyedQueue {
  const lines = new Map<string, { last: Promise<unknown>; length: number }>()

  async function runLocked<T>(key: string, task: () => Promise<T>): Promise<T> {
    const giveBack = await locks.take(key)
    if (!giveBack) throw new QueueFullError(`Another process did not finish with ${key}`)
    try {
      return await task()
    } finally {
      giveBack()
    }
  }

  return {
    async settled(key) {
      await lines.get(key)?.last
      await locks.settled(key)
    },

    async run(key, task) {
      const line = lines.get(key) ?? { last: Promise.resolve(), length: 0 }
      if (line.length >= limit) throw new QueueFullError(`More than ${limit} tasks wait for ${key}`)
      line.length += 1
      const locked = line.last.then(() => runLocked(key, task))
      // The next in line must not fail because of this one.
      line.last = locked.catch(() => undefined)
      lines.set(key, line)
      try {
        return await locked
      } finally {
        line.length -= 1
        if (line.length === 0) lines.delete(key)
      }
    },
  }
}

/** Runs tasks side by side, but only so many of one key. */
export interface KeyedSlots {
  /** @throws QueueFullError where too many wait already, or what the task throws */
  run<T>(key: string, task: () => Promise<T>): Promise<T>
}

/**
 * @param atOnce how many tasks of one key run at once; the others wait in the order in which they came
 * @param mostWaiting how many of one key may wait
 */
export function createKeyedSlots(atOnce: number, mostWaiting: number): KeyedSlots {
  const keys = new Map<string, { running: number; waiting: (() => void)[] }>()

  async function enter(key: string): Promise<() => void> {
    const slots = keys.get(key) ?? { running: 0, waiting: [] }
    keys.set(key, slots)
    if (slots.running < atOnce) slots.running += 1
    else if (slots.waiting.length < mostWaiting) await new Promise<void>((resolve) => slots.waiting.push(resolve))
    else throw new QueueFullError(`More than ${mostWaiting} tasks wait for ${key}`)
    return () => {
      // The next task takes over the slot, so that none that comes just now can take it.
      const next = slots.waiting.shift()
      if (next) return next()
      slots.running -= 1
      if (slots.running === 0) keys.delete(key)
    }
  }

  return {
    async run(key, task) {
      const leave = await enter(key)
      try {
        return await task()
      } finally {
        leave()
      }
    },
  }
}
