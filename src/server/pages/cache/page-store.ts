import { LRUCache } from 'lru-cache'

import type { CachedPage } from './cached-page.ts'

/** The cached pages of a process by their keys, bounded by bytes. */
export interface PageStore {
  get(key: string): CachedPage | undefined
  set(key: string, page: CachedPage): void
  clear(): void
  readonly pages: number
  readonly bytes: number
}

/** The share of filtered listings. There are more of them than fit, and they evict only each other. */
const FILTERED_SHARE = 0.25

/** @param limit bytes; 0 stores nothing */
export function createPageStore(limit: number): PageStore {
  const plain = createCache(limit * (1 - FILTERED_SHARE))
  const filtered = createCache(limit * FILTERED_SHARE)
  const cacheOf = (key: string) => (key.includes('?') ? filtered : plain)
  return {
    get: (key) => cacheOf(key).get(key),
    set: (key, page) => void cacheOf(key).set(key, page),
    clear() {
      plain.clear()
      filtered.clear()
    },
    get pages() {
      return plain.size + filtered.size
    },
    get bytes() {
      return plain.calculatedSize + filtered.calculatedSize
    },
  }
}

function createCache(limit: number): LRUCache<string, CachedPage> {
  // The library takes no 0; a page larger than the limit is not stored.
  return new LRUCache({ maxSize: Math.max(1, Math.floor(limit)), sizeCalculation: ({ size }) => size })
}
