import { ApiError } from '@paypal/paypal-server-sdk'

interface Refused {
  name?: string
  debug_id?: string
  details?: { issue?: string }[]
}

/**
 * What PayPal did not do. Made from the client's own error, which carries the shop's token and must reach no log.
 */
export class PayPalFault extends Error {
  override name = 'PayPalFault'
  /** PayPal's word for why it refused, such as INSTRUMENT_DECLINED; '' where it gave none. */
  readonly issue: string
  /** False where PayPal answered nothing, or that it is in trouble: whether it did what it was asked is unknown. */
  readonly isClientError: boolean

  constructor(call: string, error: unknown) {
    const status = error instanceof ApiError ? error.statusCode : undefined
    const { name = '', debug_id: id, details = [] } = refusedIn(error)
    const issue = details[0]?.issue ?? name
    const reported = status === undefined ? reasonOf(error) : `${status} ${issue}`.trim()
    super(`PayPal did not ${call}: ${reported}${id ? ` (debug id ${id})` : ''}`)
    this.issue = issue
    // A wrong key or too many calls are no judgement on a payment.
    this.isClientError = status !== undefined && status < 500 && ![401, 403, 408, 429].includes(status)
  }
}

function refusedIn(error: unknown): Refused {
  if (!(error instanceof ApiError) || typeof error.body !== 'string') return {}
  try {
    return (JSON.parse(error.body) as Refused | null) ?? {}
  } catch {
    return {}
  }
}

/** The name and code alone: a network error carries its request. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason given'
  const { code } = error as NodeJS.ErrnoException
  return code ?? error.message
}
