/** Lets so many tasks run at once; the others wait in the order in which they came. */
export function createTurns(atOnce: number): <Value>(task: () => Promise<Value>) => Promise<Value> {
  let free = atOnce
  const waiting: (() => void)[] = []
  return async (task) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await task()
    } finally {
      // Whoever waits takes over our place, which nobody who comes just now can take.
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
