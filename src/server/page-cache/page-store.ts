import type { KeptPage } from './kept-page.ts'

/** Pages by their keys, bounded by bytes: what was not asked for the longest goes first. */
export interface PageStore {
  get(key: string): KeptPage | undefined
  keep(key: string, page: KeptPage): void
  clear(): void
  readonly pages: number
  readonly bytes: number
}

/** For what visitors chose from a list: there are more choices than anybody could keep, and they may only push out each other. */
const CHOSEN_SHARE = 0.25

/** @param limit bytes */
export function createPageStore(limit: number): PageStore {
  const plain = createShelf(limit * (1 - CHOSEN_SHARE))
  const chosen = createShelf(limit * CHOSEN_SHARE)
  const shelfOf = (key: string): Shelf => (key.includes('?') ? chosen : plain)
  return {
    get: (key) => shelfOf(key).get(key),
    keep: (key, page) => shelfOf(key).keep(key, page),
    clear() {
      plain.clear()
      chosen.clear()
    },
    get pages() {
      return plain.size() + chosen.size()
    },
    get bytes() {
      return plain.bytes() + chosen.bytes()
    },
  }
}

type Shelf = ReturnType<typeof createShelf>

function createShelf(limit: number) {
  /** In the order in which they were last asked for. */
  const pages = new Map<string, KeptPage>()
  let bytes = 0

  function remove(key: string): void {
    bytes -= pages.get(key)?.size ?? 0
    pages.delete(key)
  }

  return {
    get(key: string): KeptPage | undefined {
      const page = pages.get(key)
      if (!page) return undefined
      pages.delete(key)
      pages.set(key, page)
      return page
    },
    keep(key: string, page: KeptPage): void {
      remove(key)
      if (page.size > limit) return
      pages.set(key, page)
      bytes += page.size
      for (const oldest of pages.keys()) {
        if (bytes <= limit) break
        remove(oldest)
      }
    },
    clear(): void {
      pages.clear()
      bytes = 0
    },
    size: () => pages.size,
    bytes: () => bytes,
  }
}
