import { circuitBreaker, CircuitState, ConsecutiveBreaker, handleWhen } from 'cockatiel'

import { BackendError } from './backend-error.ts'

export type CircuitName = 'closed' | 'open' | 'half-open'

export interface Circuit {
  /**
   * Runs one attempt; counts faults in a row, and refuses at once while the circuit is open.
   * @throws BackendError of type circuit_open, or what the attempt throws
   */
  run<T>(attempt: () => Promise<T>): Promise<T>
  state(): CircuitName
}

interface CircuitOptions {
  /** Faults in a row that open the circuit. */
  threshold: number
  /** Milliseconds until one call may try whether the backend is back. */
  halfOpenAfterMs: number
  onChange: (state: CircuitName) => void
}

/** Keeps a backend in trouble from being asked again and again, and shoppers from waiting for it. */
export function createCircuit({ threshold, halfOpenAfterMs, onChange }: CircuitOptions): Circuit {
  // A visitor who leaves says nothing about the backend, but a probe must not count as passed because of it.
  const countsAsFault = (error: unknown): boolean =>
    error instanceof BackendError &&
    (error.isFault || (error.type === 'aborted' && breaker.state === CircuitState.HalfOpen))
  const breaker = circuitBreaker(handleWhen(countsAsFault), {
    breaker: new ConsecutiveBreaker(threshold),
    halfOpenAfter: halfOpenAfterMs,
  })
  breaker.onStateChange((state) => onChange(nameOf(state)))

  return {
    state: () => nameOf(breaker.state),
    async run(attempt) {
      // One probe is enough: the rest fail fast instead of queueing behind it.
      if (breaker.state === CircuitState.HalfOpen) throw circuitOpen()
      const outcome = await breaker
        .execute(() => settle(attempt()))
        .catch((error: unknown) => {
          throw isBroken(error) ? circuitOpen() : error
        })
      if ('httpError' in outcome) throw outcome.httpError
      return outcome.value
    },
  }
}

/** A refusal that the backend understood proves that it is alive, so the breaker must see it as success. */
async function settle<T>(attempt: Promise<T>): Promise<{ value: T } | { httpError: BackendError }> {
  try {
    return { value: await attempt }
  } catch (error) {
    if (error instanceof BackendError && !error.isFault && error.type !== 'aborted') return { httpError: error }
    throw error
  }
}

function isBroken(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'isBrokenCircuitError' in error
}

function circuitOpen(): BackendError {
  return new BackendError({
    message: 'The commerce backend is not answering; calls to it are paused for a moment.',
    type: 'circuit_open',
  })
}

function nameOf(state: CircuitState): CircuitName {
  if (state === CircuitState.Closed) return 'closed'
  return state === CircuitState.HalfOpen ? 'half-open' : 'open'
}
