/** Run in a copy with a bug in it: after how many of `RUNS` runs from `SEED` on it was found, as JSON. */
import { proveCart } from './prove-cart.ts'

const { runs, counterexample } = await proveCart(Number(process.env['RUNS']), Number(process.env['SEED']), false)
console.log(JSON.stringify({ caughtAfter: counterexample === undefined ? null : runs }))
