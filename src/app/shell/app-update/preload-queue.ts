/** More would stand in the way of what the page itself asks for. */
const MOST_AT_ONCE = 4

export interface PreloadQueue {
  /** Fetches what a page needs, if that was not asked for before; of those that wait the newest comes first. */
  add(page: string, files: readonly string[]): void
}

/** @param load fetches one file; never rejects */
export function createPreloadQueue(load: (file: string) => Promise<unknown>): PreloadQueue {
  const known = new Set<string>()
  const waiting: (readonly string[])[] = []
  let running = 0

  async function next(): Promise<void> {
    const files = running < MOST_AT_ONCE ? waiting.pop() : undefined
    if (!files) return
    running++
    await Promise.all(files.map(load))
    running--
    void next()
  }

  return {
    add(page, files) {
      if (known.has(page)) return
      known.add(page)
      waiting.push(files)
      void next()
    },
  }
}
