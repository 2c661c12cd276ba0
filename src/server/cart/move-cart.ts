import type { HttpTypes } from '@medusajs/types'

import { HttpError } from '#server/http/http-error.ts'
import { BackendError } from '#server/medusa/backend-error.ts'
import type { Backend } from '#server/medusa/http.ts'

import { CART_MESSAGES } from './cart-messages.ts'
import { toBackendAddress, type BackendAddress, type CartRegion, linesNamedBy } from './destination.ts'
import { isInsufficientInventory, liveStock } from './live-stock.ts'
import { CART_FIELDS, toAddress, type BackendCart } from './to-cart.ts'
import { NOTE_GONE, noteOf, unfinishedMove, type CartMove, type RemainingItem } from './unfinished-move.ts'

type CartUpdate = HttpTypes.StoreUpdateCart
type Line = NonNullable<BackendCart['items']>[number]

export interface CartMoves {
  /**
   * Takes a cart to another region: prices, delivery and what was typed come along; products that are not sold there
   * are taken out. The backend needs several calls for it, and forgets the address even where it refuses. So the first
   * call notes the whole move, and no fault, not even the end of this process, leaves a cart half-way: anyone who
   * touches it next goes on.
   * @param address as typed, or as it was; null where there is none
   * @param rest what else is to change
   * @throws HttpError 409 where no piece of the cart is sold there, or what the backend throws: the cart is as it was,
   * or arrives with the next call
   */
  move(cart: BackendCart, to: CartRegion, address: BackendAddress | null, rest: CartUpdate): Promise<BackendCart>
  /** Ends a move that a fault has interrupted. @throws as above */
  finish(cart: BackendCart): Promise<BackendCart>
}

const QUERY = { fields: CART_FIELDS }

export function createCartMoves(backend: Backend): CartMoves {
  const { cart: carts, fulfillment } = backend.store

  const update = async (cart: BackendCart, body: CartUpdate): Promise<BackendCart> =>
    (await carts.update(cart.id, body, QUERY)).cart

  async function cross(cart: BackendCart, move: CartMove): Promise<BackendCart> {
    const here = await leaveProducts(cart, move.left)
    try {
      return await update(here, { region_id: move.region_id, ...addressed(move.address) })
    } catch (error) {
      if (!(error instanceof BackendError) || error.isUnavailable) throw error
      const named = linesNamedBy(error, here)
      const rest = (here.items ?? []).length - named.length
      if (named.length > 0 && rest > 0) {
        const left = named.map(({ variant_id: variantId, quantity }) => ({ variant_id: variantId ?? '', quantity }))
        const further = { ...move, left: [...move.left, ...left] }
        return cross(await update(here, noteOf(further)), further)
      }
      await callOff(here, move)
      throw named.length > 0 ? noneIsSold(move, error) : error
    }
  }

  async function leaveProducts(cart: BackendCart, left: RemainingItem[]): Promise<BackendCart> {
    const isLeft = (line: Line): boolean => left.some(({ variant_id: variantId }) => variantId === line.variant_id)
    const lines = (cart.items ?? []).filter(isLeft)
    for (const { id } of lines) await carts.deleteLineItem(cart.id, id)
    return lines.length > 0 ? (await carts.retrieve(cart.id, QUERY)).cart : cart
  }

  /** Puts back what was taken out, and the address that the backend has emptied. */
  async function callOff(cart: BackendCart, { left, formerAddress }: CartMove): Promise<void> {
    for (const product of left) {
      if (!cart.items?.some((line) => line.variant_id === product.variant_id))
        await carts.createLineItem(cart.id, product)
    }
    await update(cart, { shipping_address: formerAddress ?? {}, ...NOTE_GONE })
  }

  /** The backend renews prices, but leaves former prices in the old currency until a line is written. */
  async function renewFormerPrices(cart: BackendCart): Promise<BackendCart> {
    let renewed = cart
    for (const line of cart.items ?? []) {
      if (line.compare_at_unit_price != null) renewed = await rewrite(cart.id, line)
    }
    return renewed
  }

  /** With what stock reaches for by now: a line that cannot be written would keep a wrong former price. */
  async function rewrite(cartId: string, { id, quantity, variant_id: variantId }: Line): Promise<BackendCart> {
    try {
      return (await carts.updateLineItem(cartId, id, { quantity }, QUERY)).cart
    } catch (error) {
      if (!isInsufficientInventory(error)) throw error
    }
    const stock = (await liveStock(backend, variantId ?? '')) ?? 0
    return (await carts.updateLineItem(cartId, id, { quantity: Math.min(quantity, stock) }, QUERY)).cart
  }

  /** The same kind of delivery in the new region; the shopper chooses where there is none. */
  async function chooseDelivery(cart: BackendCart, way: string | null): Promise<void> {
    if (!way || cart.shipping_methods?.length) return
    const { shipping_options: options } = await fulfillment.listCartOptions({ cart_id: cart.id })
    // Until a country is known the backend lists the options of every region.
    const same = options.find((option) => option.type?.code === way && option.amount != null)
    if (same) await carts.addShippingMethod(cart.id, { option_id: same.id })
  }

  async function wayOf(cart: BackendCart): Promise<string | null> {
    const chosen = cart.shipping_methods?.[0]?.shipping_option_id
    if (!chosen) return null
    const { shipping_options: options } = await fulfillment.listCartOptions({ cart_id: cart.id })
    return options.find(({ id }) => id === chosen)?.type?.code ?? null
  }

  async function finish(cart: BackendCart): Promise<BackendCart> {
    const move = unfinishedMove(cart)
    if (!move) return cart
    const there = cart.region_id === move.region_id ? cart : await cross(cart, move)
    await chooseDelivery(await renewFormerPrices(there), move.way)
    return update(there, { ...addressed(move.address), ...NOTE_GONE })
  }

  return {
    finish,
    async move(cart, { id, currency_code: currency }, address, rest) {
      const former = toAddress(cart.shipping_address)
      const move: CartMove = {
        region_id: id,
        currency_code: currency,
        address,
        formerAddress: former && toBackendAddress(former),
        way: await wayOf(cart),
        left: [],
      }
      return finish(await update(cart, { ...rest, ...noteOf(move) }))
    },
  }
}

function addressed(address: BackendAddress | null): CartUpdate {
  return address ? { shipping_address: address } : {}
}

function noneIsSold({ currency_code: currency }: CartMove, cause: unknown): HttpError {
  const details = { reason: 'not_sold' }
  return new HttpError(409, { message: CART_MESSAGES.noneSoldThere, values: { currency }, details }, { cause })
}
