export type FakeClock = ReturnType<typeof createFakeClock>

/** @param afterEach called after each timer, when all its consequences have settled */
export function createFakeClock(afterEach: () => void = () => undefined) {
  let now = 0
  let waits: { at: number; action: () => void }[] = []

  return {
    now: () => now,
    timers: () => waits.length,
    after(milliseconds: number, action: () => void) {
      const wait = { at: now + milliseconds, action }
      waits.push(wait)
      return () => {
        waits = waits.filter((other) => other !== wait)
      }
    },
    async pass(milliseconds: number) {
      const end = now + milliseconds
      await settleMicrotasks()
      for (;;) {
        const next = waits.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0]
        if (!next) break
        now = next.at
        waits = waits.filter((other) => other !== next)
        next.action()
        await settleMicrotasks()
        afterEach()
      }
      now = end
    },
  }
}

/** A macrotask, which runs after all microtasks. */
export function settleMicrotasks(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
