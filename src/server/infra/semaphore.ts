import { BusyError } from './busy-error.ts'

/**
 * Lets so many tasks run at once; the others wait in the order in which they came.
 * @returns runs a task when its turn has come; rejects with BusyError where `mostWaiting` wait already
 */
export function createSemaphore(
  atOnce: number,
  mostWaiting: number,
): <Value>(task: () => Promise<Value>) => Promise<Value> {
  let free = atOnce
  const waiting: (() => void)[] = []
  return async (task) => {
    if (free > 0) free -= 1
    else if (waiting.length < mostWaiting) await new Promise<void>((resolve) => waiting.push(resolve))
    else throw new BusyError('Too many wait for their turn already')
    try {
      return await task()
    } finally {
      // A request that waits takes over our place, which no one who comes just now can take.
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
