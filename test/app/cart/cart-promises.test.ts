import t from 'tap'

import { BUGS, huntBug } from '#test/prove/cart/hunt-bug.ts'
import { proveCart } from '#test/prove/cart/prove-cart.ts'
import { seedOfRun } from '#test/support/random.ts'

const RUNS = 100
const FIXED_SEED = 20_261
const SEED_FOR_BUGS = 5
const RUNS_FOR_A_BUG = 1000

t.test('the cart keeps its invariants under random shoppers, pages and network faults', async (t) => {
  for (const seed of [FIXED_SEED, seedOfRun()]) {
    t.comment(`seed ${seed}, ${RUNS} runs; npm run prove cart runs five thousand`)
    const { counterexample } = await proveCart(RUNS, seed)
    t.equal(counterexample, undefined)
  }
})

t.test('the property test finds each planted bug', async (t) => {
  t.equal(BUGS.length, 5)
  for (const { bug, patch } of BUGS) {
    const caughtAfter = await huntBug(bug, patch, RUNS_FOR_A_BUG, SEED_FOR_BUGS)
    t.ok(caughtAfter, `${bug}: caught after ${caughtAfter} runs`)
  }
})
