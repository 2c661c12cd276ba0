import type { VariantFacts } from '#server/catalog/variant-facts.ts'
import { BackendError } from '#server/commerce/backend-error.ts'
import { createDeliveryNames, type DeliveryNames } from '#server/commerce/delivery/delivery-names.ts'
import type { Backend } from '#server/commerce/http.ts'
import type { CartRegion } from '#server/commerce/moving/destination.ts'
import { createCartMoves, type CartMoves } from '#server/commerce/moving/move-cart.ts'
import { unfinishedMove } from '#server/commerce/moving/unfinished-move.ts'
import { linesNamedBy } from '#server/commerce/moving/unsold-pieces.ts'
import {
  createKeyedQueue,
  createKeyedSlots,
  QueueFullError,
  type KeyedQueue,
  type SharedTurns,
} from '#server/commerce/turns/keyed-queue.ts'
import { createOvertakenWrites, type LineWrite, type SharedWrites } from '#server/commerce/turns/overtaken-writes.ts'
import { Refusal } from '#server/refusals/refusal.ts'
import type { Cart } from '#shared/api/cart.ts'
import { LANGUAGE_TAGS, type Locale } from '#shared/i18n/locale.ts'
import type { PriceUnit } from '#shared/money/to-hundredths.ts'

import { CART_SENTENCES } from './cart-sentences.ts'
import { CART_FIELDS, toCart, type BackendCart } from './to-cart.ts'
import type { BackendLine, ShopFacts } from './to-line-item.ts'

export interface CartsOptions {
  backend: Backend
  facts: VariantFacts
  regions: () => readonly CartRegion[]
  priceUnit: PriceUnit
  log: { error(facts: object, message: string): void }
  /** What this process and others take in turns, and remember together. */
  turns: SharedTurns
  sharedWrites: SharedWrites
}

/** Who asks: their language, the region that a cart of theirs begins in, and the origin that they see the shop at. */
export interface Shopper {
  locale: Locale
  regionId: string
  origin: string
  /** Of the one write that they ask for. */
  order?: LineWrite | undefined
  /** The visitor's network: only so many writes of one run at once. Without it they are not bounded. */
  network?: string
  /** True for a visitor who may not change the cart: a read does not give it their language either. */
  readsOnly?: boolean
  /** Called before a promotion code is tried. @throws Refusal 429 if too many were wrong */
  mayTryCode?: () => Promise<void>
}

/** A sentence for the shopper beside the answer. */
export interface Notice {
  sentence: string
  values: Record<string, string | number>
}

export interface CartResult {
  /** With personal fields; whoever answers decides whether they may leave. */
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
  /** The name of a line's piece: from the catalogue, from the line where the catalogue has dropped it. */
  titleOf(line: Partial<BackendLine>, locale: Locale): string
  /** The backend's cart. @throws Refusal 404 */
  read(cartId: string): Promise<BackendCart>
  /**
   * Runs a write to one cart after all earlier ones, unless a later one of its page came first, and answers the cart
   * as it is then.
   * @throws Refusal where the shopper is to be told something, BackendError where the backend is in trouble
   */
  write(
    cartId: string,
    shopper: Shopper,
    action: (addedLater: number) => Promise<{ cart: BackendCart; notices?: readonly Notice[] | undefined }>,
  ): Promise<CartResult>
  moves: CartMoves
  deliveryNames: DeliveryNames
  /**
   * The cart where it belongs, and in the shopper's language: the backend keeps words of its own, and they follow a
   * language switch.
   */
  align(cart: BackendCart, shopper: Shopper): Promise<BackendCart>
  isAligned(cart: BackendCart, shopper: Shopper): boolean
}

export const QUERY = { fields: CART_FIELDS }

export function createCartContext(options: CartsOptions): CartContext {
  const { store } = options.backend
  const queue = createKeyedQueue(MOST_WAITING, options.turns)
  const slots = createKeyedSlots(MOST_AT_ONCE, MOST_WAITING_OF_VISITOR)
  const withSlot = <Result>({ network }: Shopper, task: () => Promise<Result>): Promise<Result> =>
    network === undefined ? task() : slots.run(network, task)
  const moves = createCartMoves(options.backend)
  const overtaken = createOvertakenWrites(isUndone, options.sharedWrites)

  const shop = (locale: Locale): ShopFacts => ({ facts: options.facts, locale, priceUnit: options.priceUnit })

  const isAligned = (cart: BackendCart, { locale, readsOnly = false }: Shopper): boolean =>
    readsOnly || Boolean(cart.completed_at) || (cart.locale === LANGUAGE_TAGS[locale] && !unfinishedMove(cart))

  async function inLanguage(cart: BackendCart, locale: string): Promise<BackendCart> {
    try {
      return (await store.cart.update(cart.id, { locale }, QUERY)).cart
    } catch (error) {
      // A piece that is no longer sold is for a write to take out and name: until then its words can wait.
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
      throw toRefusal(error)
    }
  }

  return {
    ...options,
    titleOf: ({ variant_id: variantId, product_title: title, title: own }, locale) =>
      options.facts(variantId ?? '', locale)?.productTitle ?? title ?? own ?? '',
    queue,
    withSlot,
    moves,
    deliveryNames: createDeliveryNames(options),
    shop,
    align,
    isAligned,
    read,
    async write(cartId, shopper, action) {
      try {
        // A write takes one of its visitor's slots only when its cart is free.
        return await queue.run(cartId, () =>
          withSlot(shopper, async () => {
            const done = await overtaken.run(cartId, shopper.order, action)
            const { cart, notices } = done ?? { cart: await read(cartId) }
            return { cart: toCart(await align(cart, shopper), shop(shopper.locale)), notices }
          }),
        )
      } catch (error) {
        throw toRefusal(error)
      }
    },
  }
}

/** Whether nothing of a write that failed can have been done. */
function isUndone(error: unknown): boolean {
  return toRefusal(error) instanceof Refusal || (error instanceof BackendError && !error.mayHaveWorked)
}

/**
 * What the backend's refusal of a cart call means to the shopper.
 * @returns the error itself where it is a fault, or a refusal already
 */
export function toRefusal(error: unknown, sentence: string = CART_SENTENCES.refused): unknown {
  if (error instanceof QueueFullError) {
    const busy = { sentence: CART_SENTENCES.cartBusy, retryAfterSeconds: BUSY_SECONDS }
    return new Refusal(429, busy, { cause: error })
  }
  if (!(error instanceof BackendError) || error.isUnavailable || error.status === undefined) return error
  const details = { status: error.status, type: error.type, code: error.code, message: error.message }
  const refuse = (status: number, text: string): Refusal =>
    new Refusal(status, { sentence: text, details }, { cause: error })
  if (/already (been )?completed/i.test(error.message)) return refuse(409, CART_SENTENCES.cartCompleted)
  if (error.status === 404) return refuse(404, /cart/i.test(error.message) ? CART_SENTENCES.noCart : sentence)
  if (error.status === 409) return refuse(409, CART_SENTENCES.cartBusy)
  if (error.status === 400 || error.status === 422) return refuse(400, sentence)
  return error
}
