import t from 'tap'

import { toPriceSteps } from '#server/catalog/snapshot/price-index.ts'
import { createRandom, seedOfRun } from '#test/support/random.ts'

const whole = (...units: number[]): number[] => units.map((unit) => unit * 100)

t.test('price steps are a few round amounts', async (t) => {
  t.same(
    toPriceSteps(whole(99, 129, 279, 339, 399, 459, 579, 639, 699, 759, 819, 939, 999, 1179, 2379)),
    whole(300, 500, 750, 1000),
  )
  t.same(
    toPriceSteps(whole(15_000, 51_000, 51_000, 87_000, 102_000, 147_000, 357_000)),
    whole(50_000, 100_000, 150_000),
  )
})

t.test('there are no bands if one would hold everything', async (t) => {
  for (const amounts of [[], [9900], whole(99, 99, 99), [0, 0], [50, 60, 70, 80]]) t.same(toPriceSteps(amounts), [])
})

t.test('no band is empty, and steps are whole units, lowest first', async (t) => {
  const seed = seedOfRun()
  t.comment(`seed ${seed}`)
  const random = createRandom(seed)
  for (let round = 0; round < 2000; round += 1) {
    const widest = 10 ** (2 + random.below(8))
    const amounts = Array.from({ length: random.below(60) }, () => random.below(widest)).toSorted((a, b) => a - b)
    const steps = toPriceSteps(amounts)
    const sides = [-Infinity, ...steps, Infinity]
    const isRight =
      steps.length <= 4 &&
      steps.every((step, nth) => step % 100 === 0 && step > (steps[nth - 1] ?? 0)) &&
      (steps.length === 0 ||
        sides.slice(1).every((side, nth) => amounts.some((sum) => sum >= (sides[nth] ?? 0) && sum < side)))
    if (!isRight) return t.fail(`seed ${seed}: ${amounts.join(' ')} gave ${steps.join(' ')}`)
  }
  return t.pass('2000 shops')
})
