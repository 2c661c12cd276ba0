/** Things by their keys, bounded by bytes: what was not asked for the longest goes first. */
export interface ByteShelf<Item extends { size: number }> {
  get(key: string): Item | undefined
  /** Takes the place of what has the same key; what is larger than the whole shelf is not kept. */
  keep(key: string, item: Item): void
  clear(): void
  readonly items: number
  readonly bytes: number
}

/** @param limit bytes */
export function createByteShelf<Item extends { size: number }>(limit: number): ByteShelf<Item> {
  /** In the order in which they were last asked for. */
  const items = new Map<string, Item>()
  let bytes = 0

  function remove(key: string): void {
    bytes -= items.get(key)?.size ?? 0
    items.delete(key)
  }

  return {
    get(key) {
      const item = items.get(key)
      if (!item) return undefined
      items.delete(key)
      items.set(key, item)
      return item
    },
    keep(key, item) {
      remove(key)
      if (item.size > limit) return
      items.set(key, item)
      bytes += item.size
      for (const oldest of items.keys()) {
        if (bytes <= limit) break
        remove(oldest)
      }
    },
    clear() {
      items.clear()
      bytes = 0
    },
    get items() {
      return items.size
    },
    get bytes() {
      return bytes
    },
  }
}
