import fc from 'fast-check'

import { actions } from './actions.ts'
import type { Fault, Weather } from './faulty-shop.ts'
import { openSession } from './session.ts'

const delay = fc.constantFrom(0, 0, 20, 150, 400, 1200)
const FAULTS: Fault[] = ['refused', 'broken', 'unheard', 'lost', 'busy', 'twice', 'stale']
const weather: fc.Arbitrary<Weather> = fc.record({
  way: delay,
  work: delay,
  back: delay,
  fault: fc.oneof(
    { weight: 3, arbitrary: fc.constant<Fault>('none') },
    { weight: 1, arbitrary: fc.constantFrom(...FAULTS) },
    // More often, because a partly stale response looks like any other and is easy to miss.
    { weight: 1, arbitrary: fc.constant<Fault>('stale') },
  ),
})

export async function proveCart(runs: number, seed: number, isShrunk = true) {
  const sessions = fc.asyncProperty(
    fc.commands(actions, { maxCommands: 30, size: 'max' }),
    fc.array(weather, { maxLength: 40, size: 'max' }),
    async (commands, skies) => {
      const session = openSession([...skies])
      await fc.asyncModelRun(() => ({ model: {}, real: session }), commands)
      await session.end()
    },
  )
  const result = await fc.check(sessions, { numRuns: runs, seed, endOnFailure: !isShrunk })
  if (!result.failed) return { runs: result.numRuns, seed, counterexample: undefined }
  return { runs: result.numRuns, seed, counterexample: describe(result) }
}

function describe<Values>(result: fc.RunDetails<Values>): string {
  const { errorInstance } = result
  const why = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  return `${why}\n${fc.stringify(result.counterexample)}\nshrunk ${result.numShrinks} times; path ${result.counterexamplePath}`
}
