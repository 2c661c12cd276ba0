import { setTimeout as pause } from 'node:timers/promises'

const STEP_MS = 1000

/**
 * Runs work and settles at a whole number of seconds after its start, so that its duration does not tell what it found.
 * @param queue what the work waits in before it starts: the time there tells nothing
 * @throws the error of the work or of the queue
 */
export async function answerAtSteps<Result>(
  work: () => Promise<Result>,
  queue = async (task: () => Promise<Result>): Promise<Result> => task(),
): Promise<Result> {
  let start = performance.now()
  try {
    return await queue(async () => {
      start = performance.now()
      return work()
    })
  } finally {
    const past = (performance.now() - start) % STEP_MS
    await pause(STEP_MS - past)
  }
}
