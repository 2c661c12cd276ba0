export type SerialQueue = ReturnType<typeof createSerialQueue>

export function createSerialQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return {
    /** If a task throws, the next tasks still run. */
    add<Result>(task: () => Promise<Result>) {
      const result = last.then(task)
      last = result.catch(() => undefined)
      return result
    },
  }
}
