import { createByteShelf } from './byte-shelf.ts'
import type { KeptPage } from './kept-page.ts'

/** Pages by their keys, bounded by bytes. */
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
  const plain = createByteShelf<KeptPage>(limit * (1 - CHOSEN_SHARE))
  const chosen = createByteShelf<KeptPage>(limit * CHOSEN_SHARE)
  const shelfOf = (key: string) => (key.includes('?') ? chosen : plain)
  return {
    get: (key) => shelfOf(key).get(key),
    keep: (key, page) => shelfOf(key).keep(key, page),
    clear() {
      plain.clear()
      chosen.clear()
    },
    get pages() {
      return plain.items + chosen.items
    },
    get bytes() {
      return plain.bytes + chosen.bytes
    },
  }
}
