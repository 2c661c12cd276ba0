/** Things by their keys, bounded by bytes: what no one asked for goes first, the oldest before the others. */
export interface ByteCache<Item extends { size: number }> {
  get(key: string): Item | undefined
  /** Takes the place of what has the same key; what is larger than the whole shelf is not kept. */
  keep(key: string, item: Item): void
  clear(): void
  readonly items: number
  readonly bytes: number
}

interface Place<Item> {
  item: Item
  /** Whether it was asked for since it was put there, or was last passed over. */
  isWanted: boolean
}

/**
 * A clock (second chance) rather than a list in order of use: asking only leaves a mark, since putting things in order
 * at every question costs more than all else that a question does.
 * @param limit bytes
 */
export function createByteCache<Item extends { size: number }>(limit: number): ByteCache<Item> {
  /** In the order in which they came, or were last passed over. */
  const places = new Map<string, Place<Item>>()
  let bytes = 0

  function remove(key: string): void {
    bytes -= places.get(key)?.item.size ?? 0
    places.delete(key)
  }

  function makeSpaceFor(size: number): void {
    // A place that is passed over comes back at the end without its mark, so that this ends.
    for (const [key, place] of places) {
      if (bytes + size <= limit) return
      if (!place.isWanted) {
        remove(key)
        continue
      }
      place.isWanted = false
      places.delete(key)
      places.set(key, place)
    }
  }

  return {
    get(key) {
      const place = places.get(key)
      if (!place) return undefined
      place.isWanted = true
      return place.item
    },
    keep(key, item) {
      const isWanted = places.get(key)?.isWanted ?? false
      remove(key)
      if (item.size > limit) return
      // Before it has its place: what no one could ask for yet would go first.
      makeSpaceFor(item.size)
      places.set(key, { item, isWanted })
      bytes += item.size
    },
    clear() {
      places.clear()
      bytes = 0
    },
    get items() {
      return places.size
    },
    get bytes() {
      return bytes
    },
  }
}
