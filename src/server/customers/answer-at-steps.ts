import { setTimeout as pause } from 'node:timers/promises'

const STEP_MS = 1000

/**
 * Runs work and settles at a whole number of seconds after its start, so that its duration does not tell what it found.
 * @throws the error of the work
 */
export async function answerAtSteps<Result>(work: () => Promise<Result>): Promise<Result> {
  const start = performance.now()
  try {
    return await work()
  } finally {
    const past = (performance.now() - start) % STEP_MS
    await pause(STEP_MS - past)
  }
}
