import type { After } from '../../ui/timers.ts'

/** The result of one attempt to complete the cart. */
export type Outcome =
  | { kind: 'placed' }
  /** Rejected permanently. The shopper fixes the problem on that page. */
  | { kind: 'refused'; page: string }
  /** No response, or a "not yet" response. The order may already exist or may still be created. */
  | { kind: 'unknown'; waitMs?: number }

export type FinalOutcome = Exclude<Outcome, { kind: 'unknown' }>

interface PollOrderOptions {
  /** Tries to complete the cart. Never throws. */
  complete: () => Promise<Outcome>
  after: After
  onRequest: (isPending: boolean) => void
  onEnd: (outcome: FinalOutcome) => void
}

export interface OrderPoll {
  /** Starts an attempt at once, unless one is in progress. */
  now(): void
  stop(): void
}

/** Backoff delays: milliseconds from one response to the next attempt. */
export const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000] as const
const LAST_PAUSE_MS = 60_000

/** Tries to complete the cart until the result is known. Completing is idempotent: a cart becomes exactly one order. */
export function pollOrder({ complete, after, onRequest, onEnd }: PollOrderOptions): OrderPoll {
  let state: 'waiting' | 'pending' | 'over' = 'waiting'
  let tries = 0
  let cancel = () => {}

  async function now(): Promise<void> {
    if (state !== 'waiting') return
    cancel()
    state = 'pending'
    onRequest(true)
    const outcome = await complete()
    // `stop` may have been called during the await. TypeScript does not know this, hence the cast.
    if ((state as string) === 'over') return
    if (outcome.kind !== 'unknown') {
      state = 'over'
      return onEnd(outcome)
    }
    state = 'waiting'
    onRequest(false)
    const pause = PAUSES_MS[tries] ?? LAST_PAUSE_MS
    tries += 1
    cancel = after(Math.max(pause, outcome.waitMs ?? 0), () => void now())
  }

  return {
    now: () => void now(),
    stop() {
      state = 'over'
      cancel()
    },
  }
}
