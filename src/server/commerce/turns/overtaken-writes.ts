import type { WriteOrder } from '#shared/cart/write-order.ts'

/** More than are ever on their way at once; beyond it the one that was heard of longest ago is forgotten. */
const KEPT = 20_000

/** Remembers the newest write of each series, so that none comes true after a newer one, and none twice. */
export interface OvertakenWrites {
  /**
   * Runs a write, unless it or a later one of its series was done.
   * @param key whose writes they are, such as a cart; one at a time
   * @param order without it nothing overtakes the write
   * @returns what it returns; undefined where it was overtaken
   * @throws what the write throws
   */
  run<T>(key: string, order: WriteOrder | undefined, write: () => Promise<T>): Promise<T | undefined>
}

/** @param isRefused of what a write throws: whether nothing of it can have been done, then or later */
export function createOvertakenWrites(isRefused: (error: unknown) => boolean): OvertakenWrites {
  const newest = new Map<string, number>()

  function note(name: string, number: number): void {
    newest.delete(name)
    newest.set(name, number)
    const [oldest] = newest.keys()
    if (newest.size > KEPT && oldest !== undefined) newest.delete(oldest)
  }

  return {
    async run(key, order, write) {
      if (!order) return write()
      const name = `${key} ${order.series}`
      if ((newest.get(name) ?? -1) >= order.number) return undefined
      try {
        const result = await write()
        note(name, order.number)
        return result
      } catch (error) {
        // No answer is no proof that nothing was done.
        if (!isRefused(error)) note(name, order.number)
        throw error
      }
    },
  }
}
