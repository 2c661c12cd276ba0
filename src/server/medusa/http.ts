import { setTimeout as sleep } from 'node:timers/promises'

import { Store, type Client } from '@medusajs/js-sdk'
import { Pool, type Dispatcher } from 'undici'

import { BackendClient, type OutgoingCall } from './backend-client.ts'
import { BackendError } from './backend-error.ts'
import { createCircuit, type CircuitName, exchange, parseAnswer, toBackendError, type Answer } from './exchange.ts'

/** What the backend was like when it was last asked. */
interface BackendState {
  status: 'up' | 'down' | 'unknown'
  /** ISO time since when; null until it was asked for the first time. */
  since: string | null
  circuit: CircuitName
}

interface CallOptions {
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

interface WireOptions {
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

interface Health {
  /** Runs an attempt and remembers whether the backend was there. */
  watch<T>(attempt: () => Promise<T>): Promise<T>
  state(): { status: 'up' | 'down' | 'unknown'; since: string | null }
}

/** Remembers what the last attempts said about the backend. */
function createHealth(): Health {
  let status: 'up' | 'down' | 'unknown' = 'unknown'
  let since: string | null = null

  const note = (next: 'up' | 'down'): void => {
    if (next === status) return
    status = next
    since = new Date().toISOString()
  }

  return {
    state: () => ({ status, since }),
    async watch(attempt) {
      try {
        const value = await attempt()
        note('up')
        return value
      } catch (error) {
        if (error instanceof BackendError && error.type !== 'aborted') note(error.isFault ? 'down' : 'up')
        throw error
      }
    },
  }
}

const RETRIED_STATUSES: readonly number[] = [408, 409, 425, 429, 500, 502, 503, 504]
const RETRIED_METHODS = ['GET', 'HEAD']
const PAUSE_MS = { min: 100, max: 500 }
/** A backend that asks for a longer pause gets none of our waiting: the caller learns at once. */
const LONGEST_RETRY_AFTER_MS = 2000

/**
 * Runs an attempt, and once more where a read failed in a way that may pass. Writes are never repeated.
 * @throws what the last attempt threw
 */
async function withRetry<T>(method: string, signal: AbortSignal | undefined, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof BackendError) || !RETRIED_METHODS.includes(method) || !mayPass(error)) throw error
    await sleep(pauseBefore(error), undefined, signal ? { signal } : {}).catch(() => {
      throw error
    })
    return await attempt().catch((second: unknown) => {
      // "Paused" would hide what really happened a moment ago.
      throw second instanceof BackendError && second.type === 'circuit_open' ? error : second
    })
  }
}

function mayPass(error: BackendError): boolean {
  if ((error.retryAfterMs ?? 0) > LONGEST_RETRY_AFTER_MS) return false
  if (error.status === undefined) return error.type === 'connection' || error.code === 'connect_timeout'
  return RETRIED_STATUSES.includes(error.status)
}

function pauseBefore(error: BackendError): number {
  const jitter = PAUSE_MS.min + Math.random() * (PAUSE_MS.max - PAUSE_MS.min)
  return Math.max(jitter, error.retryAfterMs ?? 0)
}
