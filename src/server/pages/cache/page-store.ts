import { createByteCache } from '#server/infra/byte-cache.ts'

import type { CachedPage } from './cached-page.ts'

/** Pages by their keys, bounded by bytes. */
export interface PageStore {
  get(key: string): CachedPage | undefined
  keep(key: string, page: CachedPage): void
  clear(): void
  readonly pages: number
  readonly bytes: number
}

/**
 * For what visitors chose from a list: there are more choices than anybody could keep, and they may only push out each
 * other.
 */
const CHOSEN_SHARE = 0.25

/** @param limit bytes */
export function createPageStore(limit: number): PageStore {
  const plain = createByteCache<CachedPage>(limit * (1 - CHOSEN_SHARE))
  const chosen = createByteCache<CachedPage>(limit * CHOSEN_SHARE)
  const cacheOf = (key: string) => (key.includes('?') ? chosen : plain)
  return {
    get: (key) => cacheOf(key).get(key),
    keep: (key, page) => cacheOf(key).keep(key, page),
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
