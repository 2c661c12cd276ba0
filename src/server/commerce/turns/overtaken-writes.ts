import type { WriteOrder } from '#shared/cart/write-order.ts'

/** More than are ever on their way at once; beyond it the one that was heard of longest ago is forgotten. */
const KEPT = 20_000
/** No write is on its way for longer; what seems to be was written after the device's clock was set back. */
const LONGEST_WAY_MS = 60_000

/** A write to a line of a cart. */
export interface LineWrite extends WriteOrder {
  /** True where it says what is wanted of the line in all, as opposed to how much more. */
  isWhole: boolean
}

/** Remembers the newest writes to each line, so that none comes true after a newer one, and none twice. */
export interface OvertakenWrites {
  /**
   * Runs a write, unless it or a later one of its page was done, or one of another page that said all that is wanted.
   * @param cartId whose line it is; one at a time
   * @param order without it nothing overtakes the write
   * @returns what it returns; undefined where it was overtaken
   * @throws what the write throws
   */
  run<T>(cartId: string, order: LineWrite | undefined, write: () => Promise<T>): Promise<T | undefined>
}

/** What any process has noted of a line. */
export interface NotedWrites {
  /** The newest of the page's writes. */
  ofPage: number
  /** The newest that said all that is wanted. */
  ofLine: number
}

/** What the processes of one shop remember together. Never throws: without it each remembers its own. */
export interface SharedWrites {
  of(cartId: string, order: WriteOrder): Promise<NotedWrites>
  note(cartId: string, order: LineWrite): Promise<void>
}

export const NOTHING_NOTED: NotedWrites = { ofPage: -1, ofLine: -1 }
const NO_SHARED_WRITES: SharedWrites = { of: async () => NOTHING_NOTED, note: async () => {} }

/**
 * @param isRefused of what a write throws: whether nothing of it can have been done, then or later
 * @param shared what other processes have done to the same carts
 */
export function createOvertakenWrites(
  isRefused: (error: unknown) => boolean,
  shared: SharedWrites = NO_SHARED_WRITES,
): OvertakenWrites {
  const ofPages = createNewest()
  const ofLines = createNewest()

  return {
    async run(cartId, order, write) {
      if (!order) return write()
      const { page, number, isWhole } = order
      const line = `${cartId} ${order.line}`
      const ofPage = `${line} ${page}`
      if (isOvertaken(number, { ofPage: ofPages.of(ofPage), ofLine: ofLines.of(line) })) return undefined
      if (isOvertaken(number, await shared.of(cartId, order))) return undefined
      const note = async () => {
        ofPages.note(ofPage, number)
        if (isWhole) ofLines.note(line, number)
        await shared.note(cartId, order)
      }
      try {
        const result = await write()
        await note()
        return result
      } catch (error) {
        // No answer is no proof that nothing was done.
        if (!isRefused(error)) await note()
        throw error
      }
    },
  }
}

function isOvertaken(number: number, { ofPage, ofLine }: NotedWrites): boolean {
  const ahead = ofLine - number
  return ofPage >= number || (ahead > 0 && ahead < LONGEST_WAY_MS)
}

/** The newest number by name. */
function createNewest(): { of(name: string): number; note(name: string, number: number): void } {
  const newest = new Map<string, number>()
  return {
    of: (name) => newest.get(name) ?? -1,
    note(name, number) {
      newest.delete(name)
      newest.set(name, number)
      const [oldest] = newest.keys()
      if (newest.size > KEPT && oldest !== undefined) newest.delete(oldest)
    },
  }
}
