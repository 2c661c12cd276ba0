import { HttpError } from '#server/http/http-error.ts'
import type { Cart, SkippedItem } from '#shared/cart/cart.ts'
import { formatMoney } from '#shared/money/format-money.ts'

import { QUERY, toHttpError, type CartContext, type CartResult, type Notice, type Shopper } from './cart-context.ts'
import type { CartDetails } from './cart-details.ts'
import type { CartLines } from './cart-lines.ts'
import { CART_MESSAGES } from './cart-messages.ts'
import { toBackendAddress, withinRegion } from './destination.ts'
import { setPromoCodes } from './promo-codes.ts'
import { codesOf, toAddress, toCart, type BackendCart } from './to-cart.ts'

export interface CartRecreation {
  /**
   * A new cart with every piece of an old one, which stays as it is. A product that cannot be had is skipped and named.
   * @param regionId the shopper's own where none is named
   * @param isHolder whether email, addresses and promotion codes come along: who only knows an id gets the products
   * @throws HttpError 404, BackendError where the backend is in trouble: the shopper still has the old cart
   */
  recreateCart(
    cartId: string,
    shopper: Shopper,
    options: { regionId?: string | undefined; isHolder: boolean },
  ): Promise<CartResult & { skipped: SkippedItem[] }>
}

export function createCartRecreation(
  context: CartContext,
  { createCart, addLine }: Pick<CartDetails & CartLines, 'createCart' | 'addLine'>,
): CartRecreation {
  const { cart: carts } = context.backend.store

  async function recreate(old: BackendCart, shopper: Shopper, regionId: string | undefined, isHolder: boolean) {
    const skipped: SkippedItem[] = []
    const notices: Notice[] = []
    let { cart } = await createCart(shopper, regionId)
    // In the order in which they were added the first time.
    for (const { variant_id: variantId, quantity, title } of toCart(old, context.shop(shopper.locale)).items) {
      try {
        const added = await addLine(cart.id, shopper, { variant_id: variantId, quantity })
        cart = added.cart
        notices.push(...(added.notices ?? []))
      } catch (error) {
        if (!(error instanceof HttpError)) throw error
        context.log.error({ err: error, variantId }, 'Failed to re-add item')
        skipped.push({ variant_id: variantId, title })
        notices.push({ message: CART_MESSAGES.notReAdded, values: { title } })
      }
    }
    if (isHolder && !old.completed_at) cart = await takeAlong(old, cart, shopper)
    return { cart, notices: [...newsOf(old, cart, shopper), ...notices], skipped }
  }

  /** Only the holder's read finishes a move that was cut short: it changes the old cart. */
  async function readOld(cartId: string, isHolder: boolean): Promise<BackendCart> {
    const old = await context.read(cartId)
    return isHolder ? context.moves.finish(old) : old
  }

  /** What was typed. A code that no longer holds is no reason to keep the rest. */
  async function takeAlong(old: BackendCart, { id, region_id: regionId }: Cart, shopper: Shopper): Promise<Cart> {
    const region = context.regions().find((known) => known.id === regionId)
    const shipping = toAddress(old.shipping_address)
    const billing = toAddress(old.billing_address)
    const { cart } = await context.write(id, shopper, async () => {
      await setPromoCodes(context, id, codesOf(old)).catch(ignoreClientError)
      return carts.update(
        id,
        {
          ...(old.email ? { email: old.email } : {}),
          ...(billing ? { billing_address: toBackendAddress(billing) } : {}),
          ...(shipping && region ? { shipping_address: withinRegion(toBackendAddress(shipping), region) } : {}),
        },
        QUERY,
      )
    })
    return cart
  }

  function newsOf(old: BackendCart, { currency_code: currency, total }: Cart, { locale }: Shopper): Notice[] {
    if (old.currency_code.toUpperCase() === currency || (old.items ?? []).length === 0) return []
    return [
      { message: CART_MESSAGES.currencyChanged, values: { currency, total: formatMoney(total, currency, locale) } },
    ]
  }

  return {
    async recreateCart(cartId, shopper, { regionId, isHolder }) {
      try {
        return await context.queue.run(cartId, async () =>
          recreate(await readOld(cartId, isHolder), shopper, regionId, isHolder),
        )
      } catch (error) {
        context.log.error({ err: error, cartId }, 'Failed to recreate cart')
        throw toHttpError(error)
      }
    },
  }
}

function ignoreClientError(error: unknown): void {
  if (!(error instanceof HttpError)) throw error
}
