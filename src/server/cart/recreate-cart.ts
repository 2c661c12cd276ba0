import { HttpError } from '#server/http/http-error.ts'
import type { Cart, SkippedItem } from '#shared/cart/cart.ts'
import { formatMoney } from '#shared/money/format-money.ts'

import { QUERY, toHttpError, type CartContext, type Notice, type Shopper } from './cart-context.ts'
import type { CartDetails } from './cart-details.ts'
import { fullNotice, type CartLines } from './cart-lines.ts'
import { CART_MESSAGES } from './cart-messages.ts'
import { toBackendAddress, withinRegion } from './destination.ts'
import { giftOf } from './gift.ts'
import { setPromoCodes } from './promo-codes.ts'
import { codesOf, toAddress, toCart, type BackendCart } from './to-cart.ts'

export type CartRecreation = ReturnType<typeof createCartRecreation>

export function createCartRecreation(
  context: CartContext,
  { createCart, addLine }: Pick<CartDetails & CartLines, 'createCart' | 'addLine'>,
) {
  const { cart: carts } = context.backend.store

  async function recreate(old: BackendCart, shopper: Shopper, regionId: string | undefined, isHolder: boolean) {
    const skipped: SkippedItem[] = []
    const notices: Notice[] = []
    let { cart } = await createCart(shopper, regionId)
    // Keep the order in which the items were added.
    for (const { variant_id: variantId, quantity, title, engraving } of toCart(old, context.shop(shopper.locale))
      .items) {
      try {
        const added = await addLine(cart.id, shopper, {
          variant_id: variantId,
          quantity,
          ...(engraving ? { engraving } : {}),
        })
        cart = added.cart
        notices.push(...(added.notices ?? []))
      } catch (error) {
        if (!(error instanceof HttpError)) throw error
        context.log.error({ event: 'cart.re_add_failed', err: error, variantId }, 'Failed to re-add item')
        skipped.push({ variant_id: variantId, title })
        notices.push(fullNotice(error) ?? { message: CART_MESSAGES.notReAdded, values: { title } })
      }
    }
    if (isHolder && !old.completed_at) cart = await copyDetails(old, cart, shopper)
    return { cart, notices: [...currencyNotices(old, cart, shopper), ...notices], skipped }
  }

  /** Finishes an interrupted move only for the cart's holder, because that changes the old cart. */
  async function readOld(cartId: string, isHolder: boolean): Promise<BackendCart> {
    const old = await context.read(cartId)
    return isHolder ? context.moves.finish(old) : old
  }

  /** A code that is no longer valid does not stop the rest. */
  async function copyDetails(old: BackendCart, { id, region_id: regionId }: Cart, shopper: Shopper): Promise<Cart> {
    const region = context.regions().find((known) => known.id === regionId)
    const shipping = toAddress(old.shipping_address)
    const billing = toAddress(old.billing_address)
    const gift = giftOf(old.metadata)
    const { cart } = await context.write(id, shopper, async () => {
      await setPromoCodes(context, id, codesOf(old)).catch(ignoreClientError)
      return carts.update(
        id,
        {
          ...(old.email ? { email: old.email } : {}),
          ...(billing ? { billing_address: toBackendAddress(billing) } : {}),
          ...(gift ? { metadata: { gift } } : {}),
          ...(shipping && region ? { shipping_address: withinRegion(toBackendAddress(shipping), region) } : {}),
        },
        QUERY,
      )
    })
    return cart
  }

  function currencyNotices(old: BackendCart, { currency_code: currency, total }: Cart, { locale }: Shopper): Notice[] {
    if (old.currency_code.toUpperCase() === currency || (old.items ?? []).length === 0) return []
    return [
      { message: CART_MESSAGES.currencyChanged, values: { currency, total: formatMoney(total, currency, locale) } },
    ]
  }

  return {
    /**
     * Leaves the old cart unchanged and lists unavailable products in `skipped`. Only with `isHolder` it copies email,
     * addresses, gift options and promotion codes: a client that only knows the id gets the items.
     * @param admit called with the number of lines; throws an HttpError to refuse
     */
    async recreateCart(
      cartId: string,
      shopper: Shopper,
      { regionId, isHolder, admit }: { regionId?: string; isHolder: boolean; admit: (lines: number) => Promise<void> },
    ) {
      try {
        return await context.queue.run(cartId, async () => {
          const old = await readOld(cartId, isHolder)
          await admit(old.items?.length ?? 0)
          return recreate(old, shopper, regionId, isHolder)
        })
      } catch (error) {
        if (!(error instanceof HttpError))
          context.log.error({ event: 'cart.recreate_failed', err: error, cartId }, 'Failed to recreate cart')
        throw toHttpError(error)
      }
    },
  }
}

function ignoreClientError(error: unknown): void {
  if (!(error instanceof HttpError)) throw error
}
