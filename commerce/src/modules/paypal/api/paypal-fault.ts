import { ApiError } from '@paypal/paypal-server-sdk'

interface ErrorBody {
  name?: string
  debug_id?: string
  details?: { issue?: string }[]
}

/** Drops the SDK's own error, which holds the shop's token and must not reach a log. */
export class PayPalFault extends Error {
  override name = 'PayPalFault'
  /** Such as INSTRUMENT_DECLINED; '' if PayPal gave none. */
  readonly issue: string
  /** False if PayPal gave no answer or a server error, so that the outcome is unknown. */
  readonly isClientError: boolean

  constructor(call: string, error: unknown) {
    const status = error instanceof ApiError ? error.statusCode : undefined
    const { name = '', debug_id: id, details = [] } = bodyOf(error)
    const issue = details[0]?.issue ?? name
    const reason = status === undefined ? reasonOf(error) : `${status} ${issue}`.trim()
    super(`PayPal did not ${call}: ${reason}${id ? ` (debug id ${id})` : ''}`)
    this.issue = issue
    // A wrong key or a rate limit says nothing about the payment, so its status does not count as a client error.
    this.isClientError = status !== undefined && status < 500 && ![401, 403, 408, 429].includes(status)
  }
}

function bodyOf(error: unknown): ErrorBody {
  if (!(error instanceof ApiError) || typeof error.body !== 'string') return {}
  try {
    return (JSON.parse(error.body) as ErrorBody | null) ?? {}
  } catch {
    return {}
  }
}

/** Only the code or message, since a network error holds its request. */
function reasonOf(error: unknown) {
  if (!(error instanceof Error)) return 'no reason given'
  const { code } = error as NodeJS.ErrnoException
  return code ?? error.message
}
