import { setTimeout as pause } from 'node:timers/promises'

type Truthy<Value> = Exclude<Value, false | 0 | '' | null | undefined>

/**
 * Waits for a condition instead of a time.
 * @param condition asked again and again until what it gives is truthy
 * @returns that
 * @throws when `patienceMs` have passed
 */
export async function until<Value>(
  condition: () => Value | Promise<Value>,
  patienceMs = 10_000,
): Promise<Truthy<Value>> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const asked = performance.now()
    const value = await condition()
    if (value) return value as Truthy<Value>
    if (Date.now() > deadline) throw new Error(`waited ${patienceMs / 1000} s in vain for: ${condition.toString()}`)
    // What is dear to ask, such as the backend or a command, is asked less often.
    await pause(Math.max(25, performance.now() - asked))
  }
}
