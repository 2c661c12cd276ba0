/** A sleep that someone else can end early. */
export interface Alarm {
  /** Sleeps at most that long; a ring that came while no one slept ends the next sleep at once. */
  sleep(ms: number): Promise<void>
  ring(): void
}

export function createAlarm(): Alarm {
  let rung = false
  let resume: (() => void) | undefined
  return {
    async sleep(ms) {
      if (!rung) {
        const { promise, resolve } = Promise.withResolvers<void>()
        const timer = setTimeout(resolve, ms)
        resume = resolve
        await promise
        clearTimeout(timer)
        resume = undefined
      }
      rung = false
    },
    ring() {
      rung = true
      resume?.()
    },
  }
}

/** How long to wait after so many failures in a row: doubling from half a second to 15 s, a quarter of it by chance. */
export function backOff(failures: number): number {
  const ms = Math.min(15_000, 500 * 2 ** Math.max(0, failures - 1))
  return ms * (0.75 + Math.random() / 4)
}
