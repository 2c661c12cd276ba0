import type { ApiError } from '#shared/api-error.ts'
import type {
  CartAnswer,
  CompleteCart,
  CreateCart,
  CurrentCartAnswer,
  UpdateCart,
  UpdateLineItem,
} from '#shared/cart/cart.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { OrderAnswer } from '#shared/order/order.ts'

/** Show `message` to the shopper only if `isLocalized` is true: then our API wrote it, in the page's language. */
export class CartApiError extends Error {
  override name = 'CartApiError'
  readonly status: number
  readonly isLocalized: boolean
  readonly details: unknown

  /** @param status HTTP status, or 0 if no response arrived */
  constructor(status: number, body: Partial<ApiError>, options?: ErrorOptions) {
    super(body.message ?? `The shop answered ${status}`, options)
    this.status = status
    this.isLocalized = body.message !== undefined
    this.details = body.details
  }
}

/** Returns whether the outcome of a call is unknown. Without a response, the backend may still have executed it. */
export function isUnclear(error: unknown): boolean {
  return !(error instanceof CartApiError) || error.status === 0 || error.status >= 500
}

export function localized(error: unknown): string | undefined {
  return error instanceof CartApiError && error.isLocalized ? error.message : undefined
}

export interface RecreatedCart extends CartAnswer {
  skipped: { variant_id: string; title: string }[]
}

/** The cart store's calls to our API. Every call throws CartApiError. */
export interface CartApi {
  create(body: CreateCart): Promise<CartAnswer>
  read(cartId: string): Promise<CartAnswer>
  /** Reads the cart that the visitor's cookie names; null if there is none. */
  readCurrent(): Promise<CurrentCartAnswer>
  /** `promo_codes` replaces the whole list; `confirm_currency` moves the cart even if its payment has begun. */
  update(cartId: string, body: UpdateCart): Promise<CartAnswer>
  /** Creates a cart with the same lines, without those in `skipped`. The visitor need not own the old cart. */
  recreate(cartId: string, body: CreateCart): Promise<RecreatedCart>
  /** May be sent again: the server applies only the newest request of an operation, and responds to others as to a read. */
  setLine(cartId: string, key: string, body: UpdateLineItem): Promise<CartAnswer>
  /** The cart must have a payment session. */
  complete(cartId: string, body: CompleteCart): Promise<OrderAnswer>
}

export type CallShop = <Answer>(method: 'GET' | 'POST', path: string, body?: object) => Promise<Answer>

/** Paths of the calls that may set the cookie to a different cart. */
const OPENS_CART = /^\/carts(?:\/\w+\/recreate)?$/

/** Long enough for a slow backend, but short enough that one lost response does not block the cart. */
const TIMEOUT_MS = 20_000

/** @param locale language of product names and error messages in responses */
export function createCallShop(locale: Locale): CallShop {
  return async <Answer>(method: string, path: string, body?: object) => {
    const answer = await fetch(`/api${path}?lang=${locale}`, {
      method,
      // A write must complete even if its page is closed. A call that creates a cart must not, because its cookie would
      // arrive late and overwrite the cookie of the next page's cart.
      keepalive: method !== 'GET' && !OPENS_CART.test(path),
      signal: OPENS_CART.test(path) ? untilFormIsSent() : AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }).catch((cause: unknown) => {
      throw new CartApiError(0, {}, { cause })
    })
    const json = (await answer.json().catch(() => ({}))) as unknown
    if (!answer.ok) throw new CartApiError(answer.status, json as Partial<ApiError>)
    return json as Answer
  }
}

/** The response to a form sets the cookie of a cart, which a response that arrives after it would overwrite. */
function untilFormIsSent(): AbortSignal {
  const controller = new AbortController()
  const abort = () => controller.abort()
  AbortSignal.timeout(TIMEOUT_MS).addEventListener('abort', abort)
  const { signal } = controller
  addEventListener('submit', ({ defaultPrevented }) => void (defaultPrevented || abort()), { signal })
  return signal
}

export function createCartApi(call: CallShop): CartApi {
  return {
    create: (body) => call('POST', '/carts', body),
    async read(cartId) {
      const { cart } = await call<CurrentCartAnswer>('GET', `/carts/${cartId}`)
      // A status of 404 would show as an error in the browser's console.
      if (cart === null) throw new CartApiError(404, { details: { reason: 'signed_out' } })
      return { cart }
    },
    readCurrent: () => call('GET', '/carts/current'),
    update: (cartId, body) => call('POST', `/carts/${cartId}`, body),
    recreate: (cartId, body) => call('POST', `/carts/${cartId}/recreate`, body),
    setLine: (cartId, key, body) => call('POST', `/carts/${cartId}/line-items/${key}`, body),
    complete: (cartId, body) => call('POST', `/carts/${cartId}/complete`, body),
  }
}
