export type Random = ReturnType<typeof createRandom>

/** The seed of this run: `TEST_SEED`, to reproduce a failure. */
export function seedOfRun(): number {
  return Number(process.env['TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
}

export function createRandom(seed: number) {
  let state = seed
  // Mulberry32.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    below,
    isLucky: (percent: number) => below(100) < percent,
    pick<Item>(items: readonly Item[]): Item {
      const item = items[below(items.length)]
      if (item === undefined) throw new RangeError('There is nothing to pick from')
      return item
    },
    some<Item>(items: readonly Item[], most: number) {
      const chosen = new Set(Array.from({ length: below(most + 1) }, () => below(items.length)))
      return items.filter((_, place) => chosen.has(place))
    },
  }
}
