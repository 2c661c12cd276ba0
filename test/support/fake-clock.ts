import type { After } from '#app/cart/sync/serial-queue.ts'

/** Time that passes only when it is told to. */
export interface FakeClock {
  after: After
  /** Lets time pass, firing what falls due in order, with everything that follows from it. */
  pass(milliseconds: number): Promise<void>
  /** In ms since its beginning. */
  now(): number
}

/** @param afterEach called when all that followed from one wait has come to rest */
export function createFakeClock(afterEach: () => void = () => undefined): FakeClock {
  let now = 0
  let waits: { at: number; action: () => void }[] = []

  return {
    now: () => now,
    after(milliseconds, action) {
      const wait = { at: now + milliseconds, action }
      waits.push(wait)
      return () => {
        waits = waits.filter((other) => other !== wait)
      }
    },
    async pass(milliseconds) {
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

/** A macrotask ends only after every promise that was ready, and those that followed. */
export function settleMicrotasks(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
