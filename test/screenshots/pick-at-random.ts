import { createRandom } from '#test/support/random.ts'

/** Random items of a list, each at most once; the same ones for the same seed. */
export function pickAtRandom<Value>(values: readonly Value[], count: number, seed: number): Value[] {
  const random = createRandom(seed)
  const left = [...values]
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(random.below(left.length), 1)).flat()
}
