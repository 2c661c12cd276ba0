import type { VariantFacts } from '#server/catalog/to-product.ts'
import { HttpError } from '#server/http/http-error.ts'
import {
  createKeyedQueue,
  createKeyedSlots,
  QueueFullError,
  type KeyedQueue,
  type SharedLocks,
} from '#server/infra/keyed-queue.ts'
import { BackendError } from '#server/medusa/backend-error.ts'
import type { Backend } from '#server/medusa/http.ts'
import type { Cart } from '#shared/cart/cart.ts'
import type { Workshop } from '#shared/delivery/delivery-days.ts'
import { LANGUAGE_TAGS, type Locale } from '#shared/i18n/locale.ts'
import { toHundredths, type PriceUnit } from '#shared/money/to-hundredths.ts'

import { CART_MESSAGES } from './cart-messages.ts'
import { createDeliveryWays, type DeliveryWays } from './delivery-ways.ts'
import { type CartRegion, linesNamedBy } from './destination.ts'
import { createCartMoves, type CartMoves } from './move-cart.ts'
import { createStaleWrites, type LineWrite, type SharedWrites } from './stale-writes.ts'
import { CART_FIELDS, toCart, type BackendCart } from './to-cart.ts'
import type { BackendLine, ShopFacts } from './to-line-item.ts'
import { unfinishedMove } from './unfinished-move.ts'

export interface CartsOptions {
  backend: Backend
  facts: VariantFacts
  regions: () => readonly CartRegion[]
  priceUnit: PriceUnit
  /** Countries, in upper case, in which the province tells whether tax is added. */
  taxByAddress: readonly string[]
  /** Where parcels leave from, and when. */
  workshop: Workshop
  log: { error(facts: object, message: string): void }
  /** What this process and others take in turns, and remember together. */
  locks: SharedLocks
  sharedWrites: SharedWrites
}

/** Who asks: their language, the region that a cart of theirs begins in, and the origin that they see the shop at. */
export interface Shopper {
  locale: Locale
  regionId: string
  /** Upper case; undefined where nothing tells it. */
  country?: string | undefined
  origin: string
  /** Of the one write that they ask for. */
  order?: LineWrite | undefined
  /** The visitor's network: only so many writes of one run at once. Without it they are not bounded. */
  network?: string
  /** True for a visitor who may not change the cart: a read does not give it their language either. */
  readsOnly?: boolean
  /** Called before a promotion code is tried. @throws HttpError 429 if too many were wrong */
  mayTryCode?: () => Promise<void>
}

/** A sentence for the shopper beside the answer. */
export interface Notice {
  message: string
  values: Record<string, string | number>
}

export interface CartResult {
  /** With personal fields; the responder decides whether they may leave. */
  cart: Cart
  /** In the order in which they are said. */
  notices?: readonly Notice[] | undefined
}

/** More than a shopper can ever click; a script gets told to slow down. */
const MOST_WAITING = 50
/** Writes of one visitor that the backend gets at once: carts of other visitors are not to wait for them. */
const MOST_AT_ONCE = 2
/** An office behind one address waits in one line. */
const MOST_WAITING_OF_VISITOR = 200
const BUSY_SECONDS = 5

export interface CartContext extends CartsOptions {
  queue: KeyedQueue
  /** Runs a write once fewer than two others of the visitor run. @throws QueueFullError if very many wait */
  withSlot<Result>(shopper: Shopper, task: () => Promise<Result>): Promise<Result>
  shop(locale: Locale): ShopFacts
  /** The name of a line's product: from the catalog, from the line where the catalog has dropped it. */
  titleOf(line: Partial<BackendLine>, locale: Locale): string
  /** The backend's cart. @throws HttpError 404 */
  read(cartId: string): Promise<BackendCart>
  /**
   * Runs a write to one cart after all earlier ones, unless a later one of its page came first, and answers the cart
   * as it is then.
   * @throws HttpError where the shopper is to be told something, BackendError where the backend is in trouble
   */
  write(
    cartId: string,
    shopper: Shopper,
    action: (addedLater: number) => Promise<{ cart: BackendCart; notices?: readonly Notice[] | undefined }>,
  ): Promise<CartResult>
  moves: CartMoves
  deliveryWays: DeliveryWays
  /**
   * The cart where it belongs, and in the shopper's language: the backend keeps words of its own, and they follow a
   * language switch.
   */
  align(cart: BackendCart, shopper: Shopper): Promise<BackendCart>
  isAligned(cart: BackendCart, shopper: Shopper): boolean
  /** The seed's cart from the backend's, with what delivery to its country costs at least. */
  answer(cart: BackendCart, shopper: Shopper): Promise<Cart>
}

export const QUERY = { fields: CART_FIELDS }

export function createCartContext(options: CartsOptions): CartContext {
  const { store } = options.backend
  const queue = createKeyedQueue(MOST_WAITING, options.locks)
  const slots = createKeyedSlots(MOST_AT_ONCE, MOST_WAITING_OF_VISITOR)
  const withSlot = <Result>({ network }: Shopper, task: () => Promise<Result>): Promise<Result> =>
    network === undefined ? task() : slots.run(network, task)
  const moves = createCartMoves(options.backend)
  const staleWrites = createStaleWrites(isUndone, options.sharedWrites)

  const taxByAddress = (country: string | undefined, regionId: string): boolean => {
    const countries = country ? [country] : options.regions().find(({ id }) => id === regionId)?.countries
    return options.taxByAddress.some((code) => countries?.includes(code))
  }
  const shop = (locale: Locale): ShopFacts => ({
    facts: options.facts,
    locale,
    priceUnit: options.priceUnit,
    taxByAddress,
  })

  const isAligned = (cart: BackendCart, { locale, readsOnly = false }: Shopper): boolean =>
    readsOnly || Boolean(cart.completed_at) || (cart.locale === LANGUAGE_TAGS[locale] && !unfinishedMove(cart))

  async function inLanguage(cart: BackendCart, locale: string): Promise<BackendCart> {
    try {
      return (await store.cart.update(cart.id, { locale }, QUERY)).cart
    } catch (error) {
      // A product that is no longer sold is for a write to take out and name: until then its words can wait.
      if (linesNamedBy(error, cart).length > 0) return cart
      throw error
    }
  }

  async function align(found: BackendCart, shopper: Shopper): Promise<BackendCart> {
    const cart = shopper.readsOnly ? found : await moves.finish(found)
    if (isAligned(cart, shopper)) return cart
    const aligned = await inLanguage(cart, LANGUAGE_TAGS[shopper.locale])
    const method = aligned.shipping_methods?.[0]?.shipping_option_id
    if (!method || aligned === cart) return aligned
    // A method keeps the name it was chosen by; choosing it again gives it the new language's.
    return (await store.cart.addShippingMethod(cart.id, { option_id: method }, QUERY)).cart
  }

  async function read(cartId: string): Promise<BackendCart> {
    try {
      return (await store.cart.retrieve(cartId, QUERY)).cart
    } catch (error) {
      throw toHttpError(error)
    }
  }

  const deliveryWays = createDeliveryWays(options)

  async function answer(backendCart: BackendCart, { locale, country }: Shopper): Promise<Cart> {
    const cart = toCart(backendCart, shop(locale))
    const countries = options.regions().find(({ id }) => id === cart.region_id)?.countries ?? []
    const known = [cart.shipping_address?.country_code, country].find((code) => code && countries.includes(code))
    const goesTo = known ?? (countries.length === 1 ? countries[0] : undefined)
    if (!goesTo || cart.items.length === 0) return cart
    const lowest = await deliveryWays.lowestAmount(locale, cart.region_id, goesTo)
    return { ...cart, delivery_from: lowest === null ? null : toHundredths(lowest, options.priceUnit) }
  }

  return {
    ...options,
    titleOf: ({ variant_id: variantId, product_title: title, title: own }, locale) =>
      options.facts(variantId ?? '', locale)?.productTitle ?? title ?? own ?? '',
    queue,
    withSlot,
    moves,
    deliveryWays,
    shop,
    align,
    isAligned,
    answer,
    read,
    async write(cartId, shopper, action) {
      try {
        // A write takes one of its visitor's slots only when its cart is free.
        const { cart, notices } = await queue.run(cartId, () =>
          withSlot(shopper, async () => {
            const done = await staleWrites.run(cartId, shopper.order, action)
            const written = done ?? { cart: await read(cartId), notices: undefined }
            return { ...written, cart: await align(written.cart, shopper) }
          }),
        )
        return { cart: await answer(cart, shopper), notices }
      } catch (error) {
        throw toHttpError(error)
      }
    },
  }
}

/** Whether nothing of a write that failed can have been done. */
function isUndone(error: unknown): boolean {
  return toHttpError(error) instanceof HttpError || (error instanceof BackendError && !error.mayHaveWorked)
}

/**
 * What the backend's refusal of a cart call means to the shopper.
 * @returns the error itself where it is a fault, or a refusal already
 */
export function toHttpError(error: unknown, wording: string = CART_MESSAGES.refused): unknown {
  if (error instanceof QueueFullError) {
    const busy = { message: CART_MESSAGES.cartBusy, retryAfterSeconds: BUSY_SECONDS }
    return new HttpError(429, busy, { cause: error })
  }
  if (!(error instanceof BackendError) || error.isUnavailable || error.status === undefined) return error
  const details = { status: error.status, type: error.type, code: error.code, message: error.message }
  const refuse = (status: number, text: string): HttpError =>
    new HttpError(status, { message: text, details }, { cause: error })
  if (/already (been )?completed/i.test(error.message)) return refuse(409, CART_MESSAGES.cartCompleted)
  if (error.status === 404) return refuse(404, /cart/i.test(error.message) ? CART_MESSAGES.noCart : wording)
  if (error.status === 409) return refuse(409, CART_MESSAGES.cartBusy)
  if (error.status === 400 || error.status === 422) return refuse(400, wording)
  return error
}
