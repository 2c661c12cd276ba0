import type { HttpTypes } from '@medusajs/types'

import { HttpError } from '#server/http/http-error.ts'
import { BackendError } from '#server/medusa/backend-error.ts'
import type { Backend } from '#server/medusa/http.ts'

import { CART_MESSAGES } from './cart-messages.ts'
import { toBackendAddress, type BackendAddress, type CartRegion, linesNamedBy } from './destination.ts'
import { isInsufficientInventory, liveStock } from './live-stock.ts'
import { CART_FIELDS, toAddress, type BackendCart } from './to-cart.ts'
import { keyOfLine } from './to-line-item.ts'

type CartUpdate = HttpTypes.StoreUpdateCart
type Line = NonNullable<BackendCart['items']>[number]

export type CartMoves = ReturnType<typeof createCartMoves>

interface UnsoldItem {
  variant_id: string
  quantity: number
  metadata: Record<string, unknown> | null
}

interface CartMove {
  region_id: string
  currency_code: string
  /** As typed: the backend clears it during the move. */
  address: BackendAddress | null
  formerAddress: BackendAddress | null
  /** Type code of the chosen shipping option: `standard`, `express`. */
  way: string | null
  /** Items that are not sold in the target region, removed from the cart. */
  left: UnsoldItem[]
}

const KEY = 'move'

function recordOf(move: CartMove): { metadata: Record<string, unknown> } {
  return { metadata: { [KEY]: move } }
}

/** The backend drops a key whose value is ''. */
const NO_RECORD = { metadata: { [KEY]: '' } }

export function unfinishedMove({ metadata, completed_at: completedAt }: BackendCart): CartMove | undefined {
  const record = metadata?.[KEY]
  if (completedAt || typeof record !== 'object' || record === null) return undefined
  return record as CartMove
}

const QUERY = { fields: CART_FIELDS }

export function createCartMoves(backend: Backend) {
  const { cart: carts, fulfillment } = backend.store

  const update = async (cart: BackendCart, body: CartUpdate): Promise<BackendCart> =>
    (await carts.update(cart.id, body, QUERY)).cart

  async function changeRegion(cart: BackendCart, move: CartMove): Promise<BackendCart> {
    const remaining = await removeLines(cart, move.left)
    try {
      return await update(remaining, { region_id: move.region_id, ...addressed(move.address) })
    } catch (error) {
      if (!(error instanceof BackendError) || error.isUnavailable) throw error
      const named = linesNamedBy(error, remaining)
      const rest = (remaining.items ?? []).length - named.length
      if (named.length > 0 && rest > 0) {
        const left = named.map(({ variant_id: variantId, quantity, metadata }) => ({
          variant_id: variantId ?? '',
          quantity,
          metadata: metadata ?? null,
        }))
        const extended = { ...move, left: [...move.left, ...left] }
        return changeRegion(await update(remaining, recordOf(extended)), extended)
      }
      await rollBack(remaining, move)
      throw named.length > 0 ? nothingSoldError(move, error) : error
    }
  }

  async function removeLines(cart: BackendCart, left: UnsoldItem[]): Promise<BackendCart> {
    const isLeft = (line: Line): boolean => left.some(({ variant_id: variantId }) => variantId === line.variant_id)
    const lines = (cart.items ?? []).filter(isLeft)
    for (const { id } of lines) await carts.deleteLineItem(cart.id, id)
    return lines.length > 0 ? (await carts.retrieve(cart.id, QUERY)).cart : cart
  }

  async function rollBack(cart: BackendCart, { left, formerAddress }: CartMove): Promise<void> {
    for (const item of left) {
      if (!cart.items?.some((line) => keyOfLine(line) === keyOfLine(item))) await carts.createLineItem(cart.id, item)
    }
    await update(cart, { shipping_address: formerAddress ?? {}, ...NO_RECORD })
  }

  /** The backend converts prices, but leaves compare-at prices in the old currency until a line is written. */
  async function renewFormerPrices(cart: BackendCart): Promise<BackendCart> {
    let renewed = cart
    for (const line of cart.items ?? []) {
      if (line.compare_at_unit_price != null) renewed = await rewrite(cart.id, line)
    }
    return renewed
  }

  /** Writes a line with as much as is in stock: a line that is not written would keep a wrong compare-at price. */
  async function rewrite(cartId: string, { id, quantity, variant_id: variantId }: Line): Promise<BackendCart> {
    try {
      return (await carts.updateLineItem(cartId, id, { quantity }, QUERY)).cart
    } catch (error) {
      if (!isInsufficientInventory(error)) throw error
    }
    const stock = (await liveStock(backend, variantId ?? '')) ?? 0
    return (await carts.updateLineItem(cartId, id, { quantity: Math.min(quantity, stock) }, QUERY)).cart
  }

  async function chooseDelivery(cart: BackendCart, way: string | null): Promise<void> {
    if (!way || cart.shipping_methods?.length) return
    const { shipping_options: options } = await fulfillment.listCartOptions({ cart_id: cart.id })
    // Until the country is known the backend lists the options of every region.
    const same = options.find((option) => option.type?.code === way && option.amount != null)
    if (same) await carts.addShippingMethod(cart.id, { option_id: same.id })
  }

  async function wayOf(cart: BackendCart): Promise<string | null> {
    const chosen = cart.shipping_methods?.[0]?.shipping_option_id
    if (!chosen) return null
    const { shipping_options: options } = await fulfillment.listCartOptions({ cart_id: cart.id })
    return options.find(({ id }) => id === chosen)?.type?.code ?? null
  }

  /** Finishes an interrupted move, if there is one. Throws as `move`. */
  async function finish(cart: BackendCart): Promise<BackendCart> {
    const move = unfinishedMove(cart)
    if (!move) return cart
    const moved = cart.region_id === move.region_id ? cart : await changeRegion(cart, move)
    await chooseDelivery(await renewFormerPrices(moved), move.way)
    return update(moved, { ...addressed(move.address), ...NO_RECORD })
  }

  return {
    finish,
    /**
     * Items that are not sold in the region are removed. The move takes several backend calls, and the backend clears the
     * address even when it fails. So the first call records the whole move in the cart: after a fault or a crash, the
     * next request that touches the cart resumes it.
     * @throws HttpError 409 if no item is sold there: the cart is rolled back
     */
    async move(
      cart: BackendCart,
      { id, currency_code: currency }: CartRegion,
      address: BackendAddress | null,
      rest: CartUpdate,
    ) {
      const former = toAddress(cart.shipping_address)
      const move: CartMove = {
        region_id: id,
        currency_code: currency,
        address,
        formerAddress: former && toBackendAddress(former),
        way: await wayOf(cart),
        left: [],
      }
      return finish(await update(cart, { ...rest, ...recordOf(move) }))
    },
  }
}

function addressed(address: BackendAddress | null): CartUpdate {
  return address ? { shipping_address: address } : {}
}

function nothingSoldError({ currency_code: currency }: CartMove, cause: unknown): HttpError {
  const details = { reason: 'not_sold' }
  return new HttpError(409, { message: CART_MESSAGES.noneSoldThere, values: { currency }, details }, { cause })
}
