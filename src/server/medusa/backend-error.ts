export type FaultType = 'connection' | 'timeout' | 'aborted' | 'circuit_open' | 'invalid_body'

/** A connection failed, or its certificate was rejected, before the request was sent. */
export const NEVER_SENT =
  /^(?:connect_timeout|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|(?:CERT|DEPTH|ERR_SSL|ERR_TLS|SELF_SIGNED|UNABLE_TO)_\w+)$/

/**
 * Without a usable response, `status` is undefined and `type` is a FaultType; otherwise `type` and `code` are the
 * backend's.
 */
export class BackendError extends Error {
  override name = 'BackendError'
  readonly statusText: string
  readonly status: number | undefined
  readonly type: string | undefined
  readonly code: string | undefined
  readonly retryAfterMs: number | undefined

  constructor(facts: {
    message: string
    statusText?: string
    status?: number
    type?: string
    code?: string
    retryAfterMs?: number
    cause?: unknown
  }) {
    super(facts.message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.statusText = facts.statusText ?? ''
    this.status = facts.status
    this.type = facts.type
    this.code = facts.code
    this.retryAfterMs = facts.retryAfterMs
  }

  /** Whether the backend itself failed, as opposed to a call that it understood and refused. */
  get isFault(): boolean {
    if (this.status !== undefined && this.status < 500) return this.type === 'invalid_body'
    return this.type !== 'aborted' && this.type !== 'circuit_open'
  }

  /** Whether only a later retry can help: a fault, an open circuit, or status 429. */
  get isUnavailable(): boolean {
    return this.isFault || this.type === 'circuit_open' || this.status === 429
  }

  /** Whether a write may have succeeded anyway: it was sent, and the backend did not refuse it. */
  get mayHaveWorked(): boolean {
    if (this.status !== undefined) return this.isFault
    return this.type !== 'circuit_open' && !NEVER_SENT.test(this.code ?? '')
  }

  get statusCode(): number {
    return this.isUnavailable || this.status === undefined ? 503 : this.status
  }
}

/** Not sent, because the arguments are invalid. `message` names the problem. */
export class UnsendableError extends Error {
  override name = 'UnsendableError'
}
