import type { After } from '../../cart/sync/serial-queue.ts'

/** The outcome of one attempt to complete the order. */
export type Answer =
  | { kind: 'placed' }
  /** Refused for good: the shopper mends it on that page. */
  | { kind: 'refused'; page: string }
  /** No answer, or one that says "not yet": the order may be there already, and may still come. */
  | { kind: 'unknown'; waitMs?: number | undefined }

export type End = Exclude<Answer, { kind: 'unknown' }>

interface KeepAskingOptions {
  /** Never throws. */
  ask: () => Promise<Answer>
  after: After
  onAsking: (isAsking: boolean) => void
  onEnd: (end: End) => void
}

export interface Asking {
  /** Asks at once, unless an answer is on its way. */
  now(): void
  stop(): void
}

/** Milliseconds from one answer to the next question: at first a moment, in the end a minute. */
export const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000] as const
const LAST_PAUSE_MS = 60_000

/** Polls until the outcome of the order is known. Completion is idempotent: a cart becomes one order. */
export function keepAsking({ ask, after, onAsking, onEnd }: KeepAskingOptions): Asking {
  let state: 'waiting' | 'asking' | 'over' = 'waiting'
  let tries = 0
  let cancel = () => {}

  async function now(): Promise<void> {
    if (state !== 'waiting') return
    cancel()
    state = 'asking'
    onAsking(true)
    const answer = await ask()
    // Stopped meanwhile; TypeScript cannot know.
    if ((state as string) === 'over') return
    if (answer.kind !== 'unknown') {
      state = 'over'
      return onEnd(answer)
    }
    state = 'waiting'
    onAsking(false)
    const pause = PAUSES_MS[tries] ?? LAST_PAUSE_MS
    tries += 1
    cancel = after(Math.max(pause, answer.waitMs ?? 0), () => void now())
  }

  return {
    now: () => void now(),
    stop() {
      state = 'over'
      cancel()
    },
  }
}
