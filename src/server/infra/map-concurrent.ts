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
