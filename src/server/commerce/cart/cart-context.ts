import type { VariantFacts } from '#server/catalog/variant-facts.ts'
import { BackendError } from '#server/commerce/backend-error.ts'
import type { Backend } from '#server/commerce/http.ts'
import { createKeyedQueue, QueueFullError, type KeyedQueue } from '#server/commerce/keyed-queue.ts'
import { Refusal } from '#server/refusals/refusal.ts'
import type { Cart } from '#shared/api/cart.ts'
import { LANGUAGE_TAGS, type Locale } from '#shared/i18n/locale.ts'
import type { PriceUnit } from '#shared/money/to-hundredths.ts'

import { CART_SENTENCES } from './cart-sentences.ts'
import { CART_FIELDS, toCart, type BackendCart } from './to-cart.ts'
import type { ShopFacts } from './to-line-item.ts'

/** A market of the shop and the countries that it delivers to, in upper case. */
export interface CartRegion {
  id: string
  countries: readonly string[]
}

export interface CartsOptions {
  backend: Backend
  facts: VariantFacts
  regions: () => readonly CartRegion[]
  priceUnit: PriceUnit
  log: { error(facts: object, message: string): void }
}

/** Who asks: their language, and the region that a cart of theirs begins in. */
export interface Shopper {
  locale: Locale
  regionId: string
}

/** A sentence for the shopper beside the answer. */
export interface Notice {
  sentence: string
  values: Record<string, string | number>
}

export interface CartResult {
  /** With personal fields; whoever answers decides whether they may leave. */
  cart: Cart
  notice?: Notice | undefined
}

/** More than a shopper can ever click; a script gets told to slow down. */
const MOST_WAITING = 50

export interface CartContext extends CartsOptions {
  queue: KeyedQueue
  shop(locale: Locale): ShopFacts
  /** The backend's cart. @throws Refusal 404 */
  read(cartId: string): Promise<BackendCart>
  /**
   * Runs a write to one cart after all earlier ones, and answers the cart as it is then.
   * @throws Refusal where the shopper is to be told something, BackendError where the backend is in trouble
   */
  write(
    cartId: string,
    shopper: Shopper,
    action: () => Promise<{ cart: BackendCart; notice?: Notice | undefined }>,
  ): Promise<CartResult>
  /** The cart in the shopper's language: the backend keeps words of its own, and they follow a language switch. */
  align(cart: BackendCart, shopper: Shopper): Promise<BackendCart>
  isAligned(cart: BackendCart, shopper: Shopper): boolean
}

export const QUERY = { fields: CART_FIELDS }

export function createCartContext(options: CartsOptions): CartContext {
  const { store } = options.backend
  const queue = createKeyedQueue(MOST_WAITING)

  const shop = (locale: Locale): ShopFacts => ({ facts: options.facts, locale, priceUnit: options.priceUnit })

  const isAligned = (cart: BackendCart, { locale }: Shopper): boolean =>
    Boolean(cart.completed_at) || cart.locale === LANGUAGE_TAGS[locale]

  async function align(cart: BackendCart, shopper: Shopper): Promise<BackendCart> {
    if (isAligned(cart, shopper)) return cart
    const tag = LANGUAGE_TAGS[shopper.locale]
    const aligned = (await store.cart.update(cart.id, { locale: tag }, QUERY)).cart
    const method = aligned.shipping_methods?.[0]?.shipping_option_id
    if (!method) return aligned
    // A method keeps the name it was chosen by; choosing it again gives it the new language's.
    return (await store.cart.addShippingMethod(cart.id, { option_id: method }, QUERY)).cart
  }

  return {
    ...options,
    queue,
    shop,
    align,
    isAligned,
    async read(cartId) {
      try {
        return (await store.cart.retrieve(cartId, QUERY)).cart
      } catch (error) {
        throw toRefusal(error)
      }
    },
    async write(cartId, shopper, action) {
      try {
        return await queue.run(cartId, async () => {
          const { cart, notice } = await action()
          return { cart: toCart(await align(cart, shopper), shop(shopper.locale)), notice }
        })
      } catch (error) {
        throw toRefusal(error)
      }
    },
  }
}

/**
 * What the backend's refusal of a cart call means to the shopper.
 * @returns the error itself where it is a fault, or a refusal already
 */
export function toRefusal(error: unknown, sentence: string = CART_SENTENCES.refused): unknown {
  if (error instanceof QueueFullError) return new Refusal(429, { sentence: CART_SENTENCES.cartBusy }, { cause: error })
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

export function isInsufficientInventory(error: unknown): boolean {
  if (!(error instanceof BackendError)) return false
  return error.code === 'insufficient_inventory' || /required inventory|insufficient inventory/i.test(error.message)
}
