import { HttpError } from '#server/http/http-error.ts'
import { BackendError } from '#server/medusa/backend-error.ts'

import { QUERY, type CartContext } from './cart-context.ts'
import { CART_MESSAGES } from './cart-messages.ts'
import { codesOf, type BackendCart } from './to-cart.ts'

const WRONG_CODE = 'promo_code'

/** Ignores case. Throws HttpError 400 naming a code that is unknown or has no effect; the cart then keeps its codes. */
export async function setPromoCodes(
  { backend, read }: CartContext,
  cartId: string,
  wanted: readonly string[],
  mayTry?: () => Promise<void>,
): Promise<BackendCart> {
  const { cart: carts } = backend.store
  const before = codesOf(await read(cartId))
  const known = before.map((code) => code.toUpperCase())
  if (wanted.some((code) => !known.includes(code.trim().toUpperCase()))) await mayTry?.()

  const codes = [...new Set(wanted.map((code) => code.trim()).filter(Boolean))]
  const { cart } = await carts.update(cartId, { promo_codes: codes }, QUERY).catch((error: unknown) => {
    const unknown = codes.find((code) => isNamedBy(error, code))
    throw unknown === undefined ? error : httpErrorOf(unknown, CART_MESSAGES.unknownCode, error)
  })
  const holds = codesOf(cart).map((code) => code.toUpperCase())
  const idle = wanted.find((code) => code.trim() && !holds.includes(code.trim().toUpperCase()))
  if (idle === undefined) return cart
  // The backend accepts an expired code without an error and then drops it.
  if (codesOf(cart).join() !== before.join()) await carts.update(cartId, { promo_codes: before })
  throw httpErrorOf(idle, CART_MESSAGES.idleCode)
}

export function isWrongCode(error: unknown): boolean {
  if (!(error instanceof HttpError)) return false
  return (error.facts.details as { reason?: string } | undefined)?.reason === WRONG_CODE
}

function isNamedBy(error: unknown, code: string): boolean {
  return error instanceof BackendError && error.status === 400 && error.message.includes(` ${code} `)
}

function httpErrorOf(code: string, text: string, cause?: unknown): HttpError {
  const values = { code: code.trim() }
  const details = { reason: WRONG_CODE, code: code.trim() }
  return new HttpError(
    400,
    { message: text, values, fields: { promo_codes: CART_MESSAGES.promoCode }, details },
    { cause },
  )
}
