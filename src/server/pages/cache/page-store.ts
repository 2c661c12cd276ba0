import { LRUCache } from 'lru-cache'

import type { CachedPage } from './cached-page.ts'

/** The cached pages by cache key: an LRU cache that is bounded by bytes. */
export interface PageStore {
  get(key: string): CachedPage | undefined
  keep(key: string, page: CachedPage): void
  clear(): void
  readonly pages: number
  readonly bytes: number
}

/** The share for pages with a query. Their number is unlimited, and they evict only each other. */
const CHOSEN_SHARE = 0.25

export function createPageStore(limit: number): PageStore {
  const plain = createPart(limit * (1 - CHOSEN_SHARE))
  const chosen = createPart(limit * CHOSEN_SHARE)
  const cacheOf = (key: string) => (key.includes('?') ? chosen : plain)
  return {
    get: (key) => cacheOf(key).get(key),
    keep: (key, page) => void cacheOf(key).set(key, page),
    clear() {
      plain.clear()
      chosen.clear()
    },
    get pages() {
      return plain.size + chosen.size
    },
    get bytes() {
      return plain.calculatedSize + chosen.calculatedSize
    },
  }
}

/** A limit of 0 bytes turns the cache off: no page fits into one byte. */
function createPart(limit: number): LRUCache<string, CachedPage> {
  return new LRUCache({ maxSize: Math.max(1, Math.floor(limit)), sizeCalculation: ({ size }) => size })
}
