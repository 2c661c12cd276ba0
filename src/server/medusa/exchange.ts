import { STATUS_CODES } from 'node:http'

import { requestContext } from '@fastify/request-context'
import { circuitBreaker, CircuitState, ConsecutiveBreaker, handleWhen } from 'cockatiel'
import type { Dispatcher } from 'undici'

import { BackendError, NEVER_SENT } from './backend-error.ts'

interface Call {
  method: string
  path: string
  headers: Record<string, string>
  body: string | Uint8Array | undefined
  /** In ms: until the first byte, including the wait for a free connection, and then until the last byte. */
  timeouts: { headers: number; body: number }
  signal: AbortSignal | undefined
  inBytes?: boolean
}

export interface Answer {
  status: number
  statusText: string
  headers: Record<string, string | string[] | undefined>
  text: string
  bytes?: ArrayBuffer
}

const RETRY_AFTER_HEADER = 'retry-after'

/** Whatever the response's status. Throws BackendError of type connection, timeout or aborted. */
export async function exchange(dispatcher: Dispatcher, origin: string, call: Call): Promise<Answer> {
  const clock = new AbortController()
  const signal = call.signal ? AbortSignal.any([clock.signal, call.signal]) : clock.signal
  let phase: 'headers' | 'body' = 'headers'
  const requestId = requestContext.get('requestId')
  let timer = setTimeout(() => clock.abort(), call.timeouts.headers)
  try {
    const response = await dispatcher.request({
      origin,
      method: call.method,
      path: call.path,
      headers: requestId ? { ...call.headers, 'x-request-id': requestId } : call.headers,
      body: call.body ?? null,
      signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    clearTimeout(timer)
    phase = 'body'
    timer = setTimeout(() => clock.abort(), call.timeouts.body)
    const status = response.statusCode
    const head = { status, statusText: response.statusText || statusTextOf(status), headers: response.headers }
    if (call.inBytes && status < 300) return { ...head, text: '', bytes: await response.body.arrayBuffer() }
    return { ...head, text: await response.body.text() }
  } catch (error) {
    if (call.signal?.aborted) throw abortedBy(call, error)
    if (clock.signal.aborted) throw tooLate(call, phase, error)
    throw notReached(call, error)
  } finally {
    clearTimeout(timer)
  }
}

export function toBackendError(answer: Answer): BackendError {
  const body = readJson(answer.text)
  const field = (name: string): string | undefined => {
    const value = isRecord(body) ? body[name] : undefined
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  return new BackendError({
    message: field('message') ?? answer.statusText,
    statusText: answer.statusText,
    status: answer.status,
    type: field('type'),
    code: field('code'),
    retryAfterMs: retryAfterOf(answer),
  })
}

/** Medusa lists null for a linked record that was deleted, for example a promotion of a cart. */
function withoutDeleted(_key: string, value: unknown): unknown {
  return Array.isArray(value) ? value.filter((entry) => entry !== null) : value
}

/** Undefined for 204. Throws BackendError of type invalid_body if the body is not JSON. */
export function parseAnswer(answer: Answer): unknown {
  if (answer.status === 204) return undefined
  try {
    return JSON.parse(answer.text, withoutDeleted)
  } catch (cause) {
    throw new BackendError({
      message: `The commerce backend answered ${answer.status} with a body that is not JSON.`,
      statusText: answer.statusText,
      status: answer.status,
      type: 'invalid_body',
      cause,
    })
  }
}

function retryAfterOf(answer: Answer): number | undefined {
  const header = answer.headers[RETRY_AFTER_HEADER]
  if (typeof header !== 'string') return undefined
  const seconds = Number(header)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

function abortedBy(call: Call, cause: unknown): BackendError {
  return new BackendError({ message: `${nameOf(call)} was given up by its caller.`, type: 'aborted', cause })
}

function tooLate(call: Call, phase: 'headers' | 'body', cause: unknown): BackendError {
  const late = phase === 'headers' ? 'did not answer' : 'did not finish its answer'
  return new BackendError({
    message: `The commerce backend ${late} within ${call.timeouts[phase]} ms (${nameOf(call)}).`,
    type: 'timeout',
    code: phase === 'headers' ? 'headers_timeout' : 'body_timeout',
    cause,
  })
}

function notReached(call: Call, cause: unknown): BackendError {
  const code = isRecord(cause) && typeof cause['code'] === 'string' ? cause['code'] : undefined
  const timedOut = code === 'UND_ERR_CONNECT_TIMEOUT'
  const brokeOff = !timedOut && code !== undefined && !NEVER_SENT.test(code)
  const what = brokeOff ? 'broke off without an answer' : 'could not be reached'
  return new BackendError({
    message: `The commerce backend ${what} (${nameOf(call)}: ${code ?? String(cause)}).`,
    type: timedOut ? 'timeout' : 'connection',
    code: timedOut ? 'connect_timeout' : code,
    cause,
  })
}

/** The query may contain an email address. */
function nameOf(call: Call): string {
  return `${call.method} ${call.path.split('?', 1)[0]}`
}

function statusTextOf(status: number): string {
  return STATUS_CODES[status] ?? `Status ${status}`
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

export type CircuitName = 'closed' | 'open' | 'half-open'

interface CircuitOptions {
  threshold: number
  halfOpenAfterMs: number
  onChange: (state: CircuitName) => void
}

export function createCircuit({ threshold, halfOpenAfterMs, onChange }: CircuitOptions) {
  // An aborted call proves nothing about the backend, but an aborted probe must not close the circuit.
  const countsAsFault = (error: unknown): boolean =>
    error instanceof BackendError &&
    (error.isFault || (error.type === 'aborted' && breaker.state === CircuitState.HalfOpen))
  const breaker = circuitBreaker(handleWhen(countsAsFault), {
    breaker: new ConsecutiveBreaker(threshold),
    halfOpenAfter: halfOpenAfterMs,
  })
  breaker.onStateChange((state) => onChange(circuitNameOf(state)))

  return {
    state: () => circuitNameOf(breaker.state),
    /** Counts consecutive faults. Throws BackendError of type circuit_open at once while the circuit is open. */
    async run<T>(attempt: () => Promise<T>) {
      // Only one probe runs. Other calls fail fast instead of queueing behind it.
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

/** Hides refusals from the breaker, because a refusal proves that the backend is up. */
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

function circuitNameOf(state: CircuitState): CircuitName {
  if (state === CircuitState.Closed) return 'closed'
  return state === CircuitState.HalfOpen ? 'half-open' : 'open'
}
