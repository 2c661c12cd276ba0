import { optionsTo } from '#server/catalog/reading/shipping-options.ts'
import type { ShippingOption } from '#server/catalog/records/records.ts'
import type { VariantFacts } from '#server/catalog/to-product.ts'
import { HttpError } from '#server/http/http-error.ts'
import { createSharedLocks } from '#server/infra/database/shared-locks.ts'
import type { SteadyConnection } from '#server/infra/database/steady-connection.ts'
import { createKeyedQueue, QueueFullError, type KeyedQueue } from '#server/infra/keyed-queue.ts'
import { BackendError } from '#server/medusa/backend-error.ts'
import type { Backend } from '#server/medusa/http.ts'
import type { Cart } from '#shared/cart/cart.ts'
import type { Workshop } from '#shared/delivery/delivery-days.ts'
import { LANGUAGE_TAGS, type Locale } from '#shared/i18n/locale.ts'
import type { PriceUnit } from '#shared/money/to-hundredths.ts'

import { CART_MESSAGES } from './cart-messages.ts'
import { type CartRegion, linesNamedBy } from './destination.ts'
import { createLineWrites, type LineWrite } from './line-writes.ts'
import { createCartMoves, unfinishedMove, type CartMoves } from './move-cart.ts'
import { CART_FIELDS, toCart, type BackendCart } from './to-cart.ts'
import type { BackendLine, ShopFacts } from './to-line-item.ts'

export interface CartsOptions {
  backend: Backend
  facts: VariantFacts
  regions: () => readonly CartRegion[]
  priceUnit: PriceUnit
  /** Countries (upper case) whose provinces decide whether tax is added. */
  taxByAddress: readonly string[]
  workshop: Workshop
  /** How an invoice is paid; undefined if staff email it. */
  howToPay: Record<Locale, string> | undefined
  log: { error(facts: object, message: string): void }
  steadyConnection: SteadyConnection
}

/** `regionId` is for new carts; `origin` is the one under which the visitor sees the shop. */
export interface Shopper {
  locale: Locale
  regionId: string
  /** ISO 3166, upper case. */
  country?: string
  origin: string
  /** The visitor's network, which limits their concurrent writes; undefined for no limit. */
  network?: string
  /** True for a visitor who may not change the cart: a read does not switch its language either. */
  readsOnly?: boolean
  /** Called before a promotion code is tried; throws HttpError 429 after too many wrong ones. */
  mayTryCode?: () => Promise<void>
  /** Called before a payment session is started; throws HttpError 429 after too many. */
  mayPay?: () => Promise<void>
}

export interface Notice {
  message: string
  values: Record<string, string | number>
}

export interface CartResult {
  /** Includes personal fields; the route decides whether to send them. */
  cart: Cart
  notices?: readonly Notice[]
}

/** More waiting writes than a shopper can ever click. Further requests get 429. */
const MOST_WAITING = 50
/** One visitor's backend writes must not delay other visitors' carts. */
const MOST_AT_ONCE = 2
/** High, because an office shares one address. */
const MOST_WAITING_OF_VISITOR = 200
const BUSY_SECONDS = 5

export interface CartContext extends CartsOptions {
  queue: KeyedQueue
  /** Runs a task when the visitor has a free slot. Throws QueueFullError if too many wait. */
  withSlot<Result>(shopper: Shopper, task: () => Promise<Result>): Promise<Result>
  shop(locale: Locale): ShopFacts
  /** From the catalog, or from the line if the catalog no longer has the product. */
  titleOf(line: Partial<BackendLine>, locale: Locale): string
  /** @throws HttpError 404 */
  read(cartId: string): Promise<BackendCart>
  /** Runs after all earlier writes to the cart; skips a request that is known (see `LineWrite`). Throws HttpError. */
  write(
    cartId: string,
    shopper: Shopper,
    action: (reached: number) => Promise<{ cart: BackendCart; notices?: readonly Notice[] }>,
    request?: LineWrite,
  ): Promise<CartResult>
  moves: CartMoves
  /** Undefined if the option is gone. */
  shippingOption(id: string | null | undefined): ShippingOption | undefined
  /** Finishes an interrupted move and switches the language: the backend stores translated texts in the cart. */
  align(cart: BackendCart, shopper: Shopper): Promise<BackendCart>
  isAligned(cart: BackendCart, shopper: Shopper): boolean
  /** With the lowest delivery price to its country. */
  answer(cart: BackendCart, shopper: Shopper): Cart
}

export const QUERY = { fields: CART_FIELDS }

export function createCartContext(options: CartsOptions): CartContext {
  const { store } = options.backend
  const queue = createKeyedQueue(MOST_WAITING, { locks: createSharedLocks(options.steadyConnection) })
  const slots = createKeyedQueue(MOST_AT_ONCE + MOST_WAITING_OF_VISITOR, { concurrency: MOST_AT_ONCE })
  const withSlot = <Result>({ network }: Shopper, task: () => Promise<Result>): Promise<Result> =>
    network === undefined ? task() : slots.run(network, task)
  const moves = createCartMoves(options.backend)
  const lineWrites = createLineWrites(isUndone, options.steadyConnection)

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
      // Products that are no longer sold block the language switch, which waits for the write that removes them.
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
    // A shipping method keeps its name in the old language until it is chosen again.
    return (await store.cart.addShippingMethod(cart.id, { option_id: method }, QUERY)).cart
  }

  async function read(cartId: string): Promise<BackendCart> {
    try {
      return (await store.cart.retrieve(cartId, QUERY)).cart
    } catch (error) {
      throw toHttpError(error)
    }
  }

  function answer(backendCart: BackendCart, { locale, country }: Shopper): Cart {
    const cart = toCart(backendCart, shop(locale))
    const { countries = [], shippingOptions = [] } = options.regions().find(({ id }) => id === cart.region_id) ?? {}
    const known = [cart.shipping_address?.country_code, country].find((code) => code && countries.includes(code))
    const goesTo = known ?? (countries.length === 1 ? countries[0] : undefined)
    if (!goesTo || cart.items.length === 0) return cart
    const amounts = optionsTo(goesTo, shippingOptions).map(({ amount }) => amount)
    return { ...cart, delivery_from: amounts.includes(null) ? null : (amounts[0] ?? null) }
  }

  return {
    ...options,
    titleOf: ({ variant_id: variantId, product_title: title, title: own }, locale) =>
      options.facts(variantId ?? '', locale)?.productTitle ?? title ?? own ?? '',
    queue,
    withSlot,
    moves,
    shippingOption: (wanted) =>
      options
        .regions()
        .flatMap(({ shippingOptions }) => shippingOptions)
        .find(({ id }) => id === wanted),
    shop,
    align,
    isAligned,
    answer,
    read,
    async write(cartId, shopper, action, request) {
      try {
        // Acquire the cart's lock first, so that a waiting write does not occupy one of the visitor's slots.
        const inSlot = (reached: number) => withSlot(shopper, () => action(reached))
        const { cart, notices } = await queue.run(
          cartId,
          async (noted) => {
            const done = await (request ? lineWrites.run(cartId, request, noted, inSlot) : inSlot(0))
            const written = done ?? { cart: await read(cartId), notices: undefined }
            return { ...written, cart: await align(written.cart, shopper) }
          },
          request && lineWrites.claim(cartId, request),
        )
        return { cart: answer(cart, shopper), notices }
      } catch (error) {
        throw toHttpError(error)
      }
    },
  }
}

/** Returns whether a failed write is certain not to have been applied. */
function isUndone(error: unknown): boolean {
  return toHttpError(error) instanceof HttpError || (error instanceof BackendError && !error.mayHaveWorked)
}

/** Returns the error itself if it is a fault or already an HttpError. */
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
