/**
 * Proves the cart with five thousand random sessions on a faulty network: every promise is checked after every event, and
 * each planted bug must be found within a thousand runs. Exits with 1 if a promise is broken (and prints the shortest
 * session that breaks it), or if a bug is not found or does not apply. `RUNS` sets the number, `SEED` repeats a run.
 */
import { report, startWatch } from '#test/support/program.ts'
import { seedOfRun } from '#test/support/random.ts'

import { BUGS, huntBug } from './cart/hunt-bug.ts'
import { proveCart } from './cart/prove-cart.ts'

const RUNS = Number(process.env['RUNS'] ?? 5000)
const RUNS_FOR_A_BUG = 1000

const seed = Number(process.env['SEED'] ?? seedOfRun())
const seconds = startWatch()
const { runs, counterexample } = await proveCart(RUNS, seed)
if (counterexample !== undefined) console.log(counterexample)
const broken = counterexample === undefined ? 0 : 1
report('cart', { value: broken, unit: 'broken promises', most: 0, runs, seed, seconds: seconds() })

for (const { bug, patch } of BUGS) {
  const caughtAfter = await huntBug(bug, patch, RUNS_FOR_A_BUG, seed)
  report('cart', { value: caughtAfter ?? Infinity, unit: 'runs until found', most: RUNS_FOR_A_BUG, bug })
}
