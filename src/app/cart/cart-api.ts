import type { AddLineItem, CartAnswer, CreateCart, CurrentCartAnswer, UpdateLineItem } from '#shared/api/cart.ts'
import type { ApiError } from '#shared/api/error.ts'
import type { OrderAnswer } from '#shared/api/order.ts'
import type { Locale } from '#shared/i18n/locale.ts'

/** A refused or failed call; `message` may be shown to the shopper where `isSpoken`. */
export class CartApiError extends Error {
  override name = 'CartApiError'
  readonly status: number
  /** True where our own API wrote the message, in the page's language. */
  readonly isSpoken: boolean
  readonly details: unknown

  /** @param status 0 where no answer came at all */
  constructor(status: number, body: Partial<ApiError>, options?: ErrorOptions) {
    super(body.message ?? `The shop answered ${status}`, options)
    this.status = status
    this.isSpoken = body.message !== undefined
    this.details = body.details
  }
}

/** What the cart store asks of the shop; amounts are integer hundredths. Every call throws CartApiError. */
export interface CartApi {
  create(body: CreateCart): Promise<CartAnswer>
  read(cartId: string): Promise<CartAnswer>
  /** The cart of the visitor's cookie; null where there is none. */
  readCurrent(): Promise<CurrentCartAnswer>
  addLine(cartId: string, body: AddLineItem): Promise<CartAnswer>
  updateLine(cartId: string, lineId: string, body: UpdateLineItem): Promise<CartAnswer>
  removeLine(cartId: string, lineId: string): Promise<CartAnswer>
  /** @param providerId how it is paid; a session is made where the cart has none */
  complete(cartId: string, providerId?: string): Promise<OrderAnswer>
}

export type CallShop = <Answer>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<Answer>

/** Long enough for a slow backend, short enough that one lost answer does not hold the cart for ever. */
const PATIENCE_MS = 20_000

/**
 * Speaks JSON to our own origin.
 * @param locale the language in which answers name pieces and refusals are written
 */
export function createCallShop(locale: Locale): CallShop {
  return async <Answer>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => {
    const answer = await fetch(`/api${path}?lang=${locale}`, {
      method,
      // A write that has left survives the page that sent it; a cart nobody waits for must not: its cookie would
      // come late, over that of the next page's cart.
      keepalive: method !== 'GET' && path !== '/carts',
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }).catch((cause: unknown) => {
      throw new CartApiError(0, {}, { cause })
    })
    const json = (await answer.json().catch(() => ({}))) as unknown
    if (!answer.ok) throw new CartApiError(answer.status, json as Partial<ApiError>)
    return json as Answer
  }
}

export function createCartApi(call: CallShop): CartApi {
  return {
    create: (body) => call('POST', '/carts', body),
    read: (cartId) => call('GET', `/carts/${cartId}`),
    readCurrent: () => call('GET', '/carts/current'),
    addLine: (cartId, body) => call('POST', `/carts/${cartId}/line-items`, body),
    updateLine: (cartId, lineId, body) => call('POST', `/carts/${cartId}/line-items/${lineId}`, body),
    removeLine: (cartId, lineId) => call('DELETE', `/carts/${cartId}/line-items/${lineId}`),
    complete: (cartId, providerId) =>
      call('POST', `/carts/${cartId}/complete`, providerId ? { provider_id: providerId } : {}),
  }
}
