/** What went wrong where there was no usable answer; in an answer's place of `type`. */
export type FaultType = 'connection' | 'timeout' | 'aborted' | 'circuit_open' | 'invalid_body'

/** Codes of connections that were never made, or not trusted. */
export const NEVER_SENT =
  /^(?:connect_timeout|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|(?:CERT|DEPTH|ERR_SSL|ERR_TLS|SELF_SIGNED|UNABLE_TO)_\w+)$/

interface BackendErrorFacts {
  message: string
  statusText?: string
  status?: number | undefined
  type?: string | undefined
  code?: string | undefined
  retryAfterMs?: number | undefined
  cause?: unknown
}

/**
 * A call that the commerce backend refused, or that never reached it.
 * `status` is undefined where there was no answer; `type` then is a FaultType. With an answer, `type` and `code`
 * are the backend's own.
 */
export class BackendError extends Error {
  override name = 'BackendError'
  readonly statusText: string
  readonly status: number | undefined
  readonly type: string | undefined
  readonly code: string | undefined
  /** How long the backend asked us to wait; undefined where it did not say. */
  readonly retryAfterMs: number | undefined

  constructor(facts: BackendErrorFacts) {
    super(facts.message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.statusText = facts.statusText ?? ''
    this.status = facts.status
    this.type = facts.type
    this.code = facts.code
    this.retryAfterMs = facts.retryAfterMs
  }

  /** True where the backend itself is in trouble, as against a call that it understood and refused. */
  get isFault(): boolean {
    if (this.status !== undefined && this.status < 500) return this.type === 'invalid_body'
    return this.type !== 'aborted' && this.type !== 'circuit_open'
  }

  /** True where asking again later is the only cure: no answer, a fault, or "too many calls". */
  get isUnavailable(): boolean {
    return this.isFault || this.type === 'circuit_open' || this.status === 429
  }

  /** True where a write may have been done all the same: it was sent, and the backend has not refused it. */
  get mayHaveWorked(): boolean {
    if (this.status !== undefined) return this.isFault
    return this.type !== 'circuit_open' && !NEVER_SENT.test(this.code ?? '')
  }

  /** What we answer a shopper whose wish failed by this error. */
  get statusCode(): number {
    return this.isUnavailable || this.status === undefined ? 503 : this.status
  }
}
