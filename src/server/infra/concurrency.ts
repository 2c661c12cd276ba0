/**
 * Lets so many tasks run at once; the others wait in the order in which they came.
 * @returns runs a task when its turn has come; rejects with BusyError where `mostWaiting` wait already
 */
export function createSemaphore(
  atOnce: number,
  mostWaiting: number,
): <Value>(task: () => Promise<Value>) => Promise<Value> {
  let free = atOnce
  const waiting: (() => void)[] = []
  return async (task) => {
    if (free > 0) free -= 1
    else if (waiting.length < mostWaiting) await new Promise<void>((resolve) => waiting.push(resolve))
    else throw new BusyError('Too many wait for their turn already')
    try {
      return await task()
    } finally {
      // A request that waits takes over our place, which no one who comes just now can take.
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}

/** An image could be had, but not now. */
export class BusyError extends Error {
  override name = 'BusyError'
  readonly statusCode = 503
}

/**
 * Does the same work for many inputs, a few at a time, and gives the results in the inputs' order.
 * The first failure stops the rest and is thrown.
 */
export async function mapConcurrent<Input, Output>(
  inputs: readonly Input[],
  atOnce: number,
  work: (input: Input) => Promise<Output>,
): Promise<Output[]> {
  const outputs: Output[] = Array.from({ length: inputs.length })
  let next = 0
  let failed = false
  const runner = async (): Promise<void> => {
    while (next < inputs.length && !failed) {
      const index = next++
      try {
        outputs[index] = await work(inputs[index] as Input)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, inputs.length) }, runner))
  return outputs
}

/** Cuts a list into products of at most `size`. */
export function inChunks<Item>(items: readonly Item[], size: number): Item[][] {
  const products: Item[][] = []
  for (let start = 0; start < items.length; start += size) products.push(items.slice(start, start + size))
  return products
}

/**
 * Waits for work, but no longer than that many milliseconds; the work goes on.
 * @returns false if the time ran out first
 * @throws what the work throws in time
 */
export async function withinTime(work: Promise<unknown>, ms: number): Promise<boolean> {
  const late = Promise.withResolvers<false>()
  const timer = setTimeout(() => late.resolve(false), ms)
  const inTime = await Promise.race([work.then(() => true as const), late.promise])
  clearTimeout(timer)
  return inTime
}
