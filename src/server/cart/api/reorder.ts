import type { FastifyReply, FastifyRequest } from 'fastify'

import { HttpError } from '#server/http/http-error.ts'
import type { LineItem } from '#shared/cart/cart.ts'

import type { CartResult, Notice } from '../cart-context.ts'
import type { CartLimits } from '../cart-limits.ts'
import { CART_MESSAGES } from '../cart-messages.ts'
import { isCartGone } from '../carts.ts'
import { cartCookie } from './cart-cookies.ts'
import { openVisitorCart, sendCart, shopperOf } from './visitor-cart.ts'

/** The largest quantity of a line that the cart routes accept. */
const MOST = 99

interface Reorder {
  limits: CartLimits
  items: readonly LineItem[]
  /** Lines that a request with the same key has added within five minutes are not added again. */
  key: string | undefined
}

/** The notice names what could not be added. If a limit or a busy cart throws, the lines before it are in the cart. */
export async function reorder(request: FastifyRequest, reply: FastifyReply, { limits, items, key }: Reorder) {
  const { carts } = request.server
  const shopper = shopperOf(request)
  const held = cartCookie.read(request)
  const added = held && (await addAll(held).catch(undefinedIfGone))
  if (added) return sendCart(request, reply, added)
  const opened = await openVisitorCart(request, reply, limits)
  return sendCart(request, reply, await addAll(opened.cart.id), { isNew: true })

  async function addAll(cartId: string): Promise<CartResult> {
    const wanted = items.filter(({ quantity }) => quantity > 0)
    // The limits are checked before anything is added.
    for (const _ of wanted) await limits.writing(request, reply, cartId)
    const notices: Notice[] = []
    let cart: CartResult['cart'] | undefined
    for (const [index, item] of wanted.entries()) {
      const quantity = Math.min(item.quantity, MOST)
      const { variant_id, engraving } = item
      const write = key ? { operation: `${key}.${index}`, number: 1 } : undefined
      try {
        const line = { variant_id, quantity, ...(engraving ? { engraving } : {}) }
        const result = await carts.addLineOnce(cartId, shopper, line, write)
        cart = result.cart
        notices.push(...(result.notices ?? []))
      } catch (error) {
        notices.push(noticeOf(error, item))
      }
    }
    return { cart: cart ?? (await carts.readCart(cartId, shopper)), notices }
  }
}

/** @throws the error if it is not about the line */
function noticeOf(error: unknown, { product_title: title }: LineItem): Notice {
  if (!(error instanceof HttpError) || error.statusCode === 429 || isCartGone(error)) throw error
  const { message, values } = error.facts
  if (message === CART_MESSAGES.cartBusy) throw error
  if (message && values?.['title'] !== undefined) return { message, values }
  return { message: CART_MESSAGES.goneFromShop, values: { title } }
}

/** A cart that is completed or gone is replaced by a new one. */
function undefinedIfGone(error: unknown): undefined {
  if (!isCartGone(error)) throw error
}
