import { Store } from '@medusajs/js-sdk'
import { Pool } from 'undici'

import { BackendClient, type OutgoingCall } from './backend-client.ts'
import { createCircuit, type CircuitName } from './circuit.ts'
import { exchange, parseAnswer, toBackendError } from './exchange.ts'
import { createHealth } from './health.ts'
import { withRetry } from './retry.ts'

/** What the backend was like when it was last asked. */
export interface BackendState {
  status: 'up' | 'down' | 'unknown'
  /** ISO time since when; null until it was asked for the first time. */
  since: string | null
  circuit: CircuitName
}

export interface CallOptions {
  /** Ends the call, wherever it is. */
  signal?: AbortSignal
  /** Milliseconds for each attempt until the first byte, then until the last; one number stands for both. */
  timeoutMs?: number | { headers: number; body: number }
  /** Sent with every call, over the defaults. */
  headers?: Record<string, string>
}

export interface Backend {
  /** The storefront's calls; one shared instance, since it keeps nothing between calls. */
  readonly store: Store
  /** The same calls, with a signal, time-outs or headers of their own. */
  storeWith(options: CallOptions): Store
  state(): BackendState
  close(): Promise<void>
}

export interface BackendOptions {
  baseUrl: string
  publishableKey: string
  /** Connections to the backend at once; further calls wait their turn. */
  connections?: number
  connectTimeoutMs?: number
  readTimeoutMs?: number
  writeTimeoutMs?: number
  /** Faults in a row that open the circuit, and how long it stays open before one call may try. */
  circuit?: { threshold?: number; halfOpenAfterMs?: number }
  log?: { warn(message: string): void; info(message: string): void }
}

/**
 * The way to the commerce backend: one pool, time-outs, retries of reads, a circuit breaker, the SDK on top.
 * Every call throws BackendError where it fails.
 */
export function createBackend(options: BackendOptions): Backend {
  const { connections = 32, connectTimeoutMs = 2000, readTimeoutMs = 5000, writeTimeoutMs = 15_000, log } = options
  const origin = new URL(options.baseUrl).origin
  const pool = new Pool(origin, { connections, connect: { timeout: connectTimeoutMs } })
  const health = createHealth()
  const circuit = createCircuit({
    threshold: options.circuit?.threshold ?? 5,
    halfOpenAfterMs: options.circuit?.halfOpenAfterMs ?? 1000,
    onChange(state) {
      if (state === 'open') log?.warn('The commerce backend is not answering; calls to it are paused.')
      if (state === 'closed') log?.info('The commerce backend answers again.')
    },
  })

  async function send(call: OutgoingCall, { timeoutMs, signal = call.signal }: CallOptions): Promise<unknown> {
    const isRead = call.method === 'GET' || call.method === 'HEAD'
    const budget = timeoutMs ?? (isRead ? readTimeoutMs : writeTimeoutMs)
    const timeouts = typeof budget === 'number' ? { headers: budget, body: budget } : budget
    return withRetry(call.method, signal, () =>
      circuit.run(() =>
        health.watch(async () => {
          const answer = await exchange(pool, origin, { ...call, timeouts, signal })
          if (answer.status >= 300) throw toBackendError(answer)
          return call.method === 'HEAD' ? undefined : parseAnswer(answer)
        }),
      ),
    )
  }

  function storeWith(callOptions: CallOptions): Store {
    const config = { baseUrl: options.baseUrl, publishableKey: options.publishableKey }
    const { headers: globalHeaders } = callOptions
    return new Store(
      new BackendClient(globalHeaders ? { ...config, globalHeaders } : config, (call) => send(call, callOptions)),
    )
  }

  return {
    store: storeWith({}),
    storeWith,
    state: () => ({ ...health.state(), circuit: circuit.state() }),
    close: () => pool.destroy(),
  }
}
