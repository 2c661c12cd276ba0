/**
 * Proves the cart with five thousand random sessions on a faulty network: every promise is checked after every event, and
 * each planted bug must be found within a thousand runs. Exits with 1 if a promise is broken (and prints the shortest
 * session that breaks it), or if a bug is not found or does not apply. `RUNS` sets the number, `SEED` repeats a run.
 */
import { seedOfRun } from '#test/support/random.ts'

import { BUGS } from './cart/all-bugs.ts'
import { huntBug } from './cart/hunt-bug.ts'
import { proveCart } from './cart/prove-cart.ts'

const RUNS = Number(process.env['RUNS'] ?? 5000)
const RUNS_FOR_A_BUG = 1000

const seed = Number(process.env['SEED'] ?? seedOfRun())
const started = performance.now()
const { runs, counterexample } = await proveCart(RUNS, seed)
if (counterexample !== undefined) console.log(counterexample)
const seconds = Math.round((performance.now() - started) / 1000)
print({ what: 'broken promises', value: counterexample === undefined ? 0 : 1, limit: 0, runs, seed, seconds })

for (const { bug, patch } of BUGS) {
  const { caughtAfter } = await huntBug(bug, patch, RUNS_FOR_A_BUG, seed)
  print({ what: `bug ${bug} caught after`, value: caughtAfter ?? Infinity, unit: 'runs', limit: RUNS_FOR_A_BUG })
}

interface Measure {
  what: string
  value: number
  limit: number
  [more: string]: unknown
}

function print({ value, limit, ...more }: Measure): void {
  const within = value <= limit
  if (!within) process.exitCode = 1
  console.log(JSON.stringify({ name: 'cart', ...more, value: within ? value : String(value), limit, within }))
}
