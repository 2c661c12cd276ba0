import { Store, type Client } from '@medusajs/js-sdk'
import { Pool, type Dispatcher } from 'undici'

import { BackendClient, type OutgoingCall } from './backend-client.ts'
import { createCircuit, type CircuitName } from './circuit.ts'
import { exchange, parseAnswer, toBackendError, type Answer } from './exchange.ts'
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
  /** Told the headers of every answer that is a success. */
  onHeaders?: (headers: Answer['headers']) => void
  /** Gives what an answer that is a success holds as it was sent, in an ArrayBuffer, instead of parsing it. */
  inBytes?: boolean
}

export interface Backend {
  /** The storefront's calls; one shared instance, since it keeps nothing between calls. */
  readonly store: Store
  /** The same calls, with a signal, time-outs or headers of their own. */
  storeWith(options: CallOptions): Store
  /** A client that remembers a customer's token: of one request alone, or customers would meet. */
  privateClient(): Client
  state(): BackendState
  close(): Promise<void>
}

export interface WireOptions {
  baseUrl: string
  /** Instead of a pool of our own. */
  dispatcher?: Dispatcher | undefined
  /** Connections to the backend at once; further calls wait their turn. */
  connections?: number
  connectTimeoutMs?: number
  readTimeoutMs?: number
  writeTimeoutMs?: number
  /** Faults in a row that open the circuit, and how long it stays open before one call may try. */
  circuit?: { threshold?: number; halfOpenAfterMs?: number }
  log?: { warn(message: string): void; info(message: string): void }
}

export interface BackendOptions extends WireOptions {
  publishableKey: string
}

/** Calls of the backend's, of whichever API: what they have in common below the SDK. */
export interface Wire {
  send(call: OutgoingCall, options: CallOptions): Promise<unknown>
  state(): BackendState
  close(): Promise<void>
}

/**
 * The way to the commerce backend: one pool, time-outs, retries of reads, a circuit breaker.
 * Every call throws BackendError where it fails.
 */
export function openWire(options: WireOptions): Wire {
  const { connections = 32, connectTimeoutMs = 2000, readTimeoutMs = 5000, writeTimeoutMs = 15_000, log } = options
  const origin = new URL(options.baseUrl).origin
  const dispatcher = options.dispatcher ?? new Pool(origin, { connections, connect: { timeout: connectTimeoutMs } })
  const health = createHealth()
  const circuit = createCircuit({
    threshold: options.circuit?.threshold ?? 5,
    halfOpenAfterMs: options.circuit?.halfOpenAfterMs ?? 1000,
    onChange(state) {
      if (state === 'open') log?.warn('The commerce backend is not answering; calls to it are paused.')
      if (state === 'closed') log?.info('The commerce backend answers again.')
    },
  })

  return {
    send(call, { timeoutMs, signal = call.signal, onHeaders, inBytes = false }) {
      const isRead = call.method === 'GET' || call.method === 'HEAD'
      const budget = timeoutMs ?? (isRead ? readTimeoutMs : writeTimeoutMs)
      const timeouts = typeof budget === 'number' ? { headers: budget, body: budget } : budget
      return withRetry(call.method, signal, () =>
        circuit.run(() =>
          health.watch(async () => {
            const answer = await exchange(dispatcher, origin, { ...call, timeouts, signal, inBytes })
            if (answer.status >= 300) throw toBackendError(answer)
            onHeaders?.(answer.headers)
            if (inBytes) return answer.bytes
            const isJson = call.method !== 'HEAD' && call.headers['accept'] === 'application/json'
            return isJson ? parseAnswer(answer) : undefined
          }),
        ),
      )
    },
    state: () => ({ ...health.state(), circuit: circuit.state() }),
    // Anyone who brings a dispatcher of their own also closes it.
    close: async () => (options.dispatcher ? undefined : dispatcher.destroy()),
  }
}

/** The storefront's calls over a wire of their own. */
export function createBackend({ publishableKey, ...options }: BackendOptions): Backend {
  const wire = openWire(options)
  const config = { baseUrl: options.baseUrl, publishableKey }

  function storeWith(callOptions: CallOptions): Store {
    const { headers: globalHeaders } = callOptions
    return new Store(
      new BackendClient(globalHeaders ? { ...config, globalHeaders } : config, (call) => wire.send(call, callOptions)),
    )
  }

  function privateClient(): Client {
    const auth = { type: 'jwt', jwtTokenStorageMethod: 'memory' } as const
    return new BackendClient({ ...config, auth }, (call) => wire.send(call, {}))
  }

  return { store: storeWith({}), storeWith, privateClient, state: wire.state, close: wire.close }
}
