import t from 'tap'

import { seedOfRun } from '#test/support/random.ts'

import { checkAgainstNaive } from './check-against-naive.ts'

const RUNS = 1000

t.test('random queries return what a plain filter, sort and slice returns', async (t) => {
  for (const seed of [20_261_121, seedOfRun()]) {
    checkAgainstNaive({ runs: RUNS, seed })
    t.pass(`seed ${seed}`)
  }
})
