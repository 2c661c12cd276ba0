import { createAlarm } from '#server/infra/scheduling.ts'

/** Work that was asked for and is now being done. */
export interface Taken {
  done(): void
  /** The work failed: it stays asked for. */
  putBack(): void
}

/** Gathers what was asked for while something else was being read; what is asked twice is read once. */
export interface RefreshQueue {
  /** Resolves when a full read that began after this call succeeded. */
  askAll(): Promise<void>
  /** Resolves when a reading of these ids that began after this call succeeded. */
  askSome(ids: readonly string[]): Promise<void>
  takeAll(): Taken
  /** Waits until there is something to take; takes nothing once the queue is closed. */
  takeSome(): Promise<Taken & { ids: string[] }>
  /** A pause after a failure, ended early by `close`. */
  rest(ms: number): Promise<void>
  /** Anyone who still waits is let go. */
  close(): void
}

type Waiting = (() => void)[]

const FOREVER = 2 ** 31 - 1

export function createRefreshQueue(): RefreshQueue {
  let all: Waiting = []
  let some = { ids: new Set<string>(), waiting: [] as Waiting }
  const closing = new AbortController()
  const news = createAlarm()
  const pause = createAlarm()
  const letGo = (waiting: Waiting): void => waiting.forEach((resolve) => resolve())

  const waitIn = (waiting: Waiting): Promise<void> =>
    closing.signal.aborted ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))

  return {
    askAll: () => waitIn(all),
    askSome(ids) {
      for (const id of ids) some.ids.add(id)
      news.ring()
      return waitIn(some.waiting)
    },
    takeAll() {
      const waiting = all
      all = []
      return {
        done: () => letGo(waiting),
        putBack: () => (closing.signal.aborted ? letGo(waiting) : all.unshift(...waiting)),
      }
    },
    async takeSome() {
      while (some.ids.size === 0 && !closing.signal.aborted) await news.sleep(FOREVER)
      const { ids, waiting } = some
      some = { ids: new Set(), waiting: [] }
      return {
        ids: [...ids],
        done: () => letGo(waiting),
        putBack() {
          for (const id of ids) some.ids.add(id)
          if (closing.signal.aborted) letGo(waiting)
          else some.waiting.unshift(...waiting)
        },
      }
    },
    rest: (ms) => pause.sleep(ms),
    close() {
      closing.abort()
      news.ring()
      pause.ring()
      letGo(all)
      letGo(some.waiting)
    },
  }
}
