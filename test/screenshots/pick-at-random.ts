import { createRandom } from '#test/support/random.ts'

export function pickAtRandom<Value>(values: readonly Value[], count: number, seed: number): Value[] {
  const random = createRandom(seed)
  const left = [...values]
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(random.below(left.length), 1)).flat()
}
