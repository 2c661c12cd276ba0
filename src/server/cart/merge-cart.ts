import { HttpError } from '#server/http/http-error.ts'

import type { CartContext, Notice, Shopper } from './cart-context.ts'
import type { CartDetails } from './cart-details.ts'
import { fullNotice, type CartLines } from './cart-lines.ts'
import { CART_MESSAGES } from './cart-messages.ts'
import { codesOf, toCart } from './to-cart.ts'

export type CartMerge = ReturnType<typeof createCartMerge>

export function createCartMerge(
  context: CartContext,
  { readCart, updateCart, addLineOnce, setLine }: CartDetails & CartLines,
) {
  return {
    /**
     * Moves lines and codes. What cannot be added stays in its cart. A repeated call adds nothing twice.
     * @throws HttpError 404, 409 if one of the carts is gone or ordered; BackendError: the next call goes on
     */
    async mergeCart(fromId: string, intoId: string, shopper: Shopper) {
      const from = await context.read(fromId)
      const notices: Notice[] = []
      for (const line of toCart(from, context.shop(shopper.locale)).items) {
        const { variant_id: variantId, quantity, title, engraving } = line
        try {
          const added = await addLineOnce(
            intoId,
            shopper,
            { variant_id: variantId, quantity, ...(engraving ? { engraving } : {}) },
            // A repeated merge adds only what the line has had since.
            { operation: line.id, number: quantity },
          )
          notices.push(...(added.notices ?? []))
        } catch (error) {
          if (!(error instanceof HttpError) || error.statusCode === 429) throw error
          notices.push(fullNotice(error) ?? { message: CART_MESSAGES.notMerged, values: { title } })
          continue
        }
        await setLine(fromId, shopper, line.id, { quantity: 0 })
      }
      if (codesOf(from).length === 0) return notices
      const { promo_codes: codes } = await readCart(intoId, shopper)
      const more = codesOf(from).filter((code) => !codes.includes(code))
      if (more.length > 0)
        await updateCart(intoId, shopper, { promo_codes: [...codes, ...more] }).catch((error: unknown) => {
          // A code that has no effect on the other cart is dropped.
          if (!(error instanceof HttpError)) throw error
        })
      return notices
    },
  }
}
