import { createAlarm } from '#server/infra/scheduling.ts'
type Waiting = (() => void)[]

/** The longest delay of a timer. */
const FOREVER_MS = 2 ** 31 - 1

export function createRefreshQueue() {
  let all: Waiting = []
  let some = { ids: new Set<string>(), waiting: [] as Waiting }
  const closing = new AbortController()
  const added = createAlarm()
  const pause = createAlarm()
  const resolveAll = (waiting: Waiting): void => waiting.forEach((resolve) => resolve())

  const waitIn = (waiting: Waiting): Promise<void> =>
    closing.signal.aborted ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))

  return {
    /** Resolves when a full read that started after this call has succeeded. */
    askAll: () => waitIn(all),
    /** Resolves when a read of these ids that started after this call has succeeded. */
    askSome(ids: readonly string[]) {
      for (const id of ids) some.ids.add(id)
      added.ring()
      return waitIn(some.waiting)
    },
    takeAll() {
      const waiting = all
      all = []
      return {
        done: () => resolveAll(waiting),
        putBack: () => (closing.signal.aborted ? resolveAll(waiting) : all.unshift(...waiting)),
      }
    },
    /** Waits for ids; none if the queue is closed. */
    async takeSome() {
      while (some.ids.size === 0 && !closing.signal.aborted) await added.sleep(FOREVER_MS)
      const { ids, waiting } = some
      some = { ids: new Set(), waiting: [] }
      return {
        ids: [...ids],
        done: () => resolveAll(waiting),
        putBack() {
          for (const id of ids) some.ids.add(id)
          if (closing.signal.aborted) resolveAll(waiting)
          else some.waiting.unshift(...waiting)
        },
      }
    },
    rest: (ms: number) => pause.sleep(ms),
    close() {
      closing.abort()
      added.ring()
      pause.ring()
      resolveAll(all)
      resolveAll(some.waiting)
    },
  }
}
