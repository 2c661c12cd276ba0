import { setTimeout as sleep } from 'node:timers/promises'

import { Store } from '@medusajs/js-sdk'
import { CircuitState } from 'cockatiel'
import type { FastifyBaseLogger } from 'fastify'
import { Pool, type Dispatcher } from 'undici'

import { BackendClient, type OutgoingCall } from './backend-client.ts'
import { BackendError, type FaultType } from './backend-error.ts'
import { createCircuit, exchange, parseAnswer, toBackendError, type Answer } from './exchange.ts'

interface CallOptions {
  signal?: AbortSignal
  /** For each attempt: until the first byte, then until the last byte. */
  timeoutMs?: number | { headers: number; body: number }
  headers?: Record<string, string>
  onHeaders?: (headers: Answer['headers']) => void
}

export type Backend = ReturnType<typeof createBackend>

interface WireOptions {
  baseUrl: string
  /** Replaces the default pool. The caller closes it. */
  dispatcher?: Dispatcher
  connections?: number
  connectTimeoutMs?: number
  readTimeoutMs?: number
  writeTimeoutMs?: number
  circuit?: { threshold?: number; halfOpenAfterMs?: number }
  log?: Pick<FastifyBaseLogger, 'info' | 'warn'>
  onAttempt?: ((attempt: Attempt) => void) | undefined
}

/** A retried call has two. */
export interface Attempt {
  method: string
  /** `ok`, `refused` (4xx), `failed` (5xx), or the type of an error without a usable response. */
  outcome: 'ok' | 'refused' | 'failed' | FaultType
  seconds: number
}

export interface BackendOptions extends WireOptions {
  publishableKey: string
}

export type Wire = ReturnType<typeof openWire>

/**
 * The transport below the SDK, for both the store API and the admin API.
 * One pool, timeouts, retries of reads, a circuit breaker. Every call throws BackendError if it fails.
 */
export function openWire(options: WireOptions) {
  const { connections = 32, connectTimeoutMs = 2000, readTimeoutMs = 5000, writeTimeoutMs = 15_000, log } = options
  const origin = new URL(options.baseUrl).origin
  const dispatcher = options.dispatcher ?? new Pool(origin, { connections, connect: { timeout: connectTimeoutMs } })
  const health = createHealth(options.onAttempt)
  const circuit = createCircuit({
    threshold: options.circuit?.threshold ?? 5,
    halfOpenAfterMs: options.circuit?.halfOpenAfterMs ?? 1000,
    onChange(state) {
      if (state === CircuitState.Open) {
        health.note('down')
        log?.warn({ event: 'medusa.down' }, 'Medusa does not respond; calls to it are paused')
      }
      if (state === CircuitState.Closed) log?.info({ event: 'medusa.restored' }, 'Medusa responds again')
    },
  })

  return {
    send(call: OutgoingCall, { timeoutMs, signal = call.signal, onHeaders }: CallOptions) {
      const isRead = call.method === 'GET' || call.method === 'HEAD'
      const budget = timeoutMs ?? (isRead ? readTimeoutMs : writeTimeoutMs)
      const timeouts = typeof budget === 'number' ? { headers: budget, body: budget } : budget
      return withRetry(call.method, signal, () =>
        circuit.run(() =>
          health.watch(call.method, async () => {
            const answer = await exchange(dispatcher, origin, { ...call, timeouts, signal })
            if (answer.status >= 300) throw toBackendError(answer)
            onHeaders?.(answer.headers)
            const isJson = call.method !== 'HEAD' && call.headers['accept'] === 'application/json'
            return isJson ? parseAnswer(answer) : undefined
          }),
        ),
      )
    },
    state: () => ({ ...health.state(), circuit: circuit.state() }),
    close: async () => (options.dispatcher ? undefined : dispatcher.destroy()),
  }
}

export function createBackend({ publishableKey, ...options }: BackendOptions) {
  const wire = openWire(options)
  const config = { baseUrl: options.baseUrl, publishableKey }

  const clientWith = (callOptions: CallOptions) => {
    const { headers: globalHeaders } = callOptions
    const named = globalHeaders ? { ...config, globalHeaders } : config
    return new BackendClient(named, (call) => wire.send(call, callOptions))
  }
  const storeWith = (callOptions: CallOptions) => new Store(clientWith(callOptions))

  return {
    /** Stateless and therefore shared. */
    store: storeWith({}),
    storeWith,
    /** For our own routes, which the SDK does not know. */
    clientWith,
    /** It stores a customer's token: use it for one request only. */
    privateClient() {
      const auth = { type: 'jwt', jwtTokenStorageMethod: 'memory' } as const
      return new BackendClient({ ...config, auth }, (call) => wire.send(call, {}))
    },
    state: wire.state,
    close: wire.close,
  }
}

function createHealth(onAttempt: WireOptions['onAttempt']) {
  let status: 'up' | 'down' | 'unknown' = 'unknown'
  let since: string | null = null

  const note = (next: 'up' | 'down') => {
    if (next === status) return
    status = next
    since = new Date().toISOString()
  }

  return {
    state: () => ({ status, since }),
    note,
    async watch<T>(method: string, attempt: () => Promise<T>) {
      const startedAt = performance.now()
      const report = (outcome: Attempt['outcome']) =>
        onAttempt?.({ method, outcome, seconds: (performance.now() - startedAt) / 1000 })
      try {
        const value = await attempt()
        note('up')
        report('ok')
        return value
      } catch (error) {
        if (error instanceof BackendError) {
          // A 500 to one request, which its sender may have provoked, says nothing about the others.
          if (error.type !== 'aborted' && error.status !== 500) note(error.isFault ? 'down' : 'up')
          report(outcomeOf(error))
        }
        throw error
      }
    },
  }
}

function outcomeOf({ status, type }: BackendError): Attempt['outcome'] {
  if (status === undefined || type === 'invalid_body') return type as FaultType
  return status < 500 ? 'refused' : 'failed'
}

const RETRIED_STATUSES = [408, 409, 425, 429, 500, 502, 503, 504]
const RETRIED_METHODS = ['GET', 'HEAD']
const PAUSE_MS = { min: 100, max: 500 }
/** If `retry-after` is longer, the call fails immediately. */
const LONGEST_RETRY_AFTER_MS = 2000

/** Retries a read once after a transient failure, never a write. */
async function withRetry<T>(method: string, signal: AbortSignal | undefined, attempt: () => Promise<T>) {
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof BackendError) || !RETRIED_METHODS.includes(method) || !isTransient(error)) throw error
    const jitter = PAUSE_MS.min + Math.random() * (PAUSE_MS.max - PAUSE_MS.min)
    await sleep(Math.max(jitter, error.retryAfterMs ?? 0), undefined, signal ? { signal } : {}).catch(() => {
      throw error
    })
    return await attempt().catch((second: unknown) => {
      // The first error is more informative than the open circuit.
      throw second instanceof BackendError && second.type === 'circuit_open' ? error : second
    })
  }
}

function isTransient({ status, type, code, retryAfterMs = 0 }: BackendError) {
  if (retryAfterMs > LONGEST_RETRY_AFTER_MS) return false
  if (status === undefined) return type === 'connection' || code === 'connect_timeout'
  return RETRIED_STATUSES.includes(status)
}
