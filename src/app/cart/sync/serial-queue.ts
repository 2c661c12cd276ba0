/** Runs tasks one after another, in the order in which they came. */
export interface SerialQueue {
  /** @returns what the task returns; a task that throws does not stop those behind it */
  add<Result>(task: () => Promise<Result>): Promise<Result>
}

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve()
  return {
    add(task) {
      const result = last.then(task)
      last = result.catch(() => undefined)
      return result
    },
  }
}
