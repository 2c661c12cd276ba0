import { STATUS_CODES } from 'node:http'

import { requestContext } from '@fastify/request-context'
import { circuitBreaker, CircuitState, ConsecutiveBreaker, handleWhen, isBrokenCircuitError } from 'cockatiel'
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
}

export interface Answer {
  status: number
  statusText: string
  headers: Record<string, string | string[] | undefined>
  text: string
}

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
    const { statusCode: status, headers } = response
    const statusText = response.statusText || (STATUS_CODES[status] ?? `Status ${status}`)
    return { status, statusText, headers, text: await response.body.text() }
  } catch (cause) {
    // The query may contain an email address.
    const name = `${call.method} ${call.path.split('?', 1)[0]}`
    if (call.signal?.aborted)
      throw new BackendError({ message: `${name} was given up by its caller.`, type: 'aborted', cause })
    if (clock.signal.aborted) {
      const late = phase === 'headers' ? 'did not answer' : 'did not finish its answer'
      throw new BackendError({
        message: `The commerce backend ${late} within ${call.timeouts[phase]} ms (${name}).`,
        type: 'timeout',
        code: `${phase}_timeout`,
        cause,
      })
    }
    const { code } = cause as NodeJS.ErrnoException
    const timedOut = code === 'UND_ERR_CONNECT_TIMEOUT'
    const what = !code || timedOut || NEVER_SENT.test(code) ? 'could not be reached' : 'broke off without an answer'
    throw new BackendError({
      message: `The commerce backend ${what} (${name}: ${code ?? String(cause)}).`,
      type: timedOut ? 'timeout' : 'connection',
      code: timedOut ? 'connect_timeout' : code,
      cause,
    })
  } finally {
    clearTimeout(timer)
  }
}

export function toBackendError({ status, statusText, headers, text }: Answer) {
  const body = readObject(text)
  const field = (name: string) => {
    const value = body[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  return new BackendError({
    message: field('message') ?? statusText,
    statusText,
    status,
    type: field('type'),
    code: field('code'),
    retryAfterMs: retryAfterOf(headers['retry-after']),
  })
}

function readObject(text: string): Record<string, unknown> {
  try {
    return (JSON.parse(text) as Record<string, unknown> | null) ?? {}
  } catch {
    return {}
  }
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

function retryAfterOf(header: string | string[] | undefined) {
  if (typeof header !== 'string') return undefined
  const seconds = Number(header)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

const CIRCUIT_NAMES = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.HalfOpen]: 'half-open',
  [CircuitState.Open]: 'open',
  [CircuitState.Isolated]: 'open',
} as const

interface CircuitOptions {
  threshold: number
  halfOpenAfterMs: number
  onChange: (state: CircuitState) => void
}

export function createCircuit({ threshold, halfOpenAfterMs, onChange }: CircuitOptions) {
  // An aborted call proves nothing about the backend, but an aborted probe must not close the circuit.
  const countsAsFault = (error: unknown) =>
    error instanceof BackendError &&
    (error.isFault || (error.type === 'aborted' && breaker.state === CircuitState.HalfOpen))
  const breaker = circuitBreaker(handleWhen(countsAsFault), {
    breaker: new ConsecutiveBreaker(threshold),
    halfOpenAfter: halfOpenAfterMs,
  })
  breaker.onStateChange(onChange)

  return {
    state: () => CIRCUIT_NAMES[breaker.state],
    /** Counts consecutive faults. Throws BackendError of type circuit_open at once while the circuit is open. */
    async run<T>(attempt: () => Promise<T>) {
      // Only one probe runs. Other calls fail fast instead of queueing behind it.
      if (breaker.state === CircuitState.HalfOpen) throw circuitOpen()
      const outcome = await breaker
        .execute(() => settle(attempt()))
        .catch((error: unknown) => {
          throw isBrokenCircuitError(error) ? circuitOpen() : error
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

function circuitOpen() {
  return new BackendError({
    message: 'The commerce backend is not answering; calls to it are paused for a moment.',
    type: 'circuit_open',
  })
}
