import { setTimeout as pause } from 'node:timers/promises'

type Truthy<Value> = Exclude<Value, false | 0 | '' | null | undefined>

/**
 * Waits for a condition instead of a fixed time.
 * @param condition polled until it returns a truthy value
 * @returns that value
 * @throws when `patienceMs` have passed
 */
export async function until<Value>(
  condition: () => Value | Promise<Value>,
  patienceMs = 60_000,
): Promise<Truthy<Value>> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const asked = performance.now()
    const value = await condition()
    if (value) return value as Truthy<Value>
    if (Date.now() > deadline) throw new Error(`waited ${patienceMs / 1000} s in vain for: ${condition.toString()}`)
    // An expensive condition, such as a request or a command, is polled less often.
    await pause(Math.max(25, performance.now() - asked))
  }
}
