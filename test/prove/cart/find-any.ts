/** Runs in a copy with a planted bug. Prints as JSON after how many of `RUNS` runs from `SEED` the bug was found. */
import { proveCart } from './prove-cart.ts'

const { runs, counterexample } = await proveCart(Number(process.env['RUNS']), Number(process.env['SEED']), false)
console.log(JSON.stringify({ caughtAfter: counterexample === undefined ? null : runs }))
