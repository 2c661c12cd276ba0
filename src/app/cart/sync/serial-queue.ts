export type SerialQueue = ReturnType<typeof createSerialQueue>

export function createSerialQueue() {
  let tail: Promise<unknown> = Promise.resolve()
  return {
    /** Runs the task after all earlier ones, also if they failed. @returns its result; rejects if it throws */
    add<Result>(task: () => Promise<Result>) {
      const result = tail.then(task)
      tail = result.catch(() => undefined)
      return result
    },
  }
}
