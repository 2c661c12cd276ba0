import { setTimeout as pause } from 'node:timers/promises'

const STEP_MS = 1000

/** Settles at whole seconds, so that the duration does not tell what was found. The time in `queue` tells nothing. */
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
