import { availableParallelism } from 'node:os'

import PQueue from 'p-queue'

/** An image exists, but cannot be served now. */
export class BusyError extends Error {
  override name = 'BusyError'
  readonly statusCode = 503
}

/** Pages keep a core and, of the four threads that libuv has, one for files. */
const CONCURRENCY = Math.max(1, Math.min(3, availableParallelism() - 1))
const MOST_WAITING = { now: 200, later: 1000 }

/** An image that a request waits for is made before all others. */
export function createImageQueue(mostWaiting = MOST_WAITING) {
  const queue = new PQueue({ concurrency: CONCURRENCY })
  return {
    /** @throws BusyError */
    async run<Result>(when: keyof typeof MOST_WAITING, task: () => Promise<Result>): Promise<Result> {
      const priority = when === 'now' ? 1 : 0
      if (queue.sizeBy({ priority }) >= mostWaiting[when]) throw new BusyError('Too many images wait to be made')
      return queue.add(task, { priority })
    },
    status: () => ({ waiting: queue.size, active: queue.pending }),
    clear: () => queue.clear(),
  }
}
