import type { CardQuery } from '#shared/shop-data.ts'
import type { Random } from '#test/support/random.ts'

import { randomChoice, type Vocabulary } from './random-choice.ts'

/** Milliseconds. */
export interface Times {
  p50: number
  p99: number
  max: number
}

interface TimingOptions {
  random: Random
  words: Vocabulary
  /** How many queries to measure; a tenth more run first as a warm-up. */
  choices: number
  /** Runs a query. Throws if it has no answer. */
  ask: (query: CardQuery) => unknown
}

/** CPU time of this thread in milliseconds, independent of other load on the machine. */
export function workClock(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Runs random queries one at a time. @returns their durations */
export async function timeChoices({ random, words: terms, choices, ask }: TimingOptions): Promise<Times> {
  const took: number[] = []
  const warming = Math.ceil(choices / 10)
  for (let asked = -warming; asked < choices; asked += 1) {
    const query = randomChoice(random, terms)
    const began = performance.now()
    await ask(query)
    if (asked >= 0) took.push(performance.now() - began)
  }
  const sorted = took.toSorted((a, b) => a - b)
  const at = (share: number): number =>
    Math.round((sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0) * 100) / 100
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}
