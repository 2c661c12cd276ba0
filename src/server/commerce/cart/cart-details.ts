import { BackendError } from '#server/commerce/backend-error.ts'
import { Refusal } from '#server/refusals/refusal.ts'
import { SENTENCES } from '#server/refusals/sentences.ts'
import type { Address, Cart, UpdateCart } from '#shared/api/cart.ts'
import { isEmailAddress } from '#shared/email-address/is-email-address.ts'
import { LANGUAGE_TAGS, type Locale } from '#shared/i18n/locale.ts'

import {
  isInsufficientInventory,
  QUERY,
  toRefusal,
  type CartContext,
  type CartRegion,
  type CartResult,
  type Notice,
  type Shopper,
} from './cart-context.ts'
import { CART_SENTENCES } from './cart-sentences.ts'
import { toAddress, toCart, type BackendCart } from './to-cart.ts'

export interface CartDetails {
  /** The cart in the shopper's language. @throws Refusal 404 */
  readCart(cartId: string, shopper: Shopper): Promise<Cart>
  /** A new cart of the region; of the shopper's own where none is named. @throws Refusal 404 for an unknown region */
  createCart(shopper: Shopper, regionId?: string): Promise<CartResult>
  /**
   * Email, addresses, region, promotion codes. A delivery country of another region moves the cart there and says
   * so; the address typed is kept. @throws Refusal 400 naming the field
   */
  updateCart(cartId: string, shopper: Shopper, input: UpdateCart): Promise<CartResult>
}

export function createCartDetails(context: CartContext): CartDetails {
  const { cart: carts } = context.backend.store

  async function update(cartId: string, { locale }: Shopper, input: UpdateCart) {
    refuseBadEmail(input.email)
    const destination = destinationOf(input, context.regions(), locale)
    const before = destination ? await context.read(cartId) : undefined
    const moves = destination !== undefined && before?.region_id !== destination.id
    const address = input.shipping_address ?? (moves ? toAddress(before?.shipping_address) : null)
    const typed = address && withinRegion(toBackendAddress(address), moves ? destination : undefined)
    const { region_id: _, shipping_address: __, billing_address, ...rest } = input
    const body = {
      ...rest,
      ...(input.email === undefined ? {} : { email: input.email.trim() }),
      ...(billing_address ? { billing_address: toBackendAddress(billing_address) } : {}),
      ...(moves ? { region_id: destination.id } : {}),
      ...(typed ? { shipping_address: typed } : {}),
    }
    let { cart } = await carts.update(cartId, body, QUERY)
    // The backend empties the address when the region changes to one with a single country, or none was named.
    if (moves && typed) cart = (await carts.update(cartId, { shipping_address: typed }, QUERY)).cart
    if (moves) cart = await renewFormerPrices(cart)
    return { cart, notice: moves ? movedNotice(cart, destination, typed, locale) : undefined }
  }

  /** The lines' words come from the catalogue anyway, so a cart that cannot be aligned now is shown all the same. */
  async function alignInTurn(cart: BackendCart, shopper: Shopper): Promise<BackendCart> {
    try {
      return await context.queue.run(cart.id, async () => context.align(await context.read(cart.id), shopper))
    } catch (error) {
      context.log.error({ err: error }, 'A cart could not be given its new language')
      return cart
    }
  }

  /** On a change of region the backend renews prices, but leaves former prices in the old currency. */
  async function renewFormerPrices(cart: BackendCart): Promise<BackendCart> {
    let renewed = cart
    for (const { id, quantity, compare_at_unit_price: former } of cart.items ?? []) {
      if (former == null) continue
      try {
        renewed = (await carts.updateLineItem(cart.id, id, { quantity }, QUERY)).cart
      } catch (error) {
        // Sold out meanwhile: the line stays, and placing the order will say so.
        if (!isInsufficientInventory(error)) throw error
      }
    }
    return renewed
  }

  return {
    async readCart(cartId, shopper) {
      // A page that is left sends its last change as the next page already asks for the cart.
      await context.queue.settled(cartId)
      const cart = await context.read(cartId)
      const aligned = context.isAligned(cart, shopper) ? cart : await alignInTurn(cart, shopper)
      return toCart(aligned, context.shop(shopper.locale))
    },

    async createCart(shopper, regionId) {
      // An empty id would be stored as the backend's default region by luck only.
      const body = { region_id: regionId || shopper.regionId, locale: LANGUAGE_TAGS[shopper.locale] }
      try {
        const { cart } = await carts.create(body, QUERY)
        return { cart: toCart(await context.align(cart, shopper), context.shop(shopper.locale)) }
      } catch (error) {
        throw toRefusal(error, CART_SENTENCES.noRegion)
      }
    },

    updateCart: (cartId, shopper, input) =>
      context.write(cartId, shopper, async () => {
        try {
          return await update(cartId, shopper, input)
        } catch (error) {
          throw refusalOf(error, input)
        }
      }),
  }
}

/** The backend does not name the field that it refuses: its sentence and what was sent tell. */
function refusalOf(error: unknown, input: UpdateCart): unknown {
  const refusal = toRefusal(error, input.promo_codes ? CART_SENTENCES.promoCode : CART_SENTENCES.refused)
  const isAboutEmail = input.email !== undefined && error instanceof BackendError && /e-?mail/i.test(error.message)
  return refusal instanceof Refusal && isAboutEmail ? badEmail() : refusal
}

function badEmail(): Refusal {
  return new Refusal(400, { sentence: SENTENCES.email, fields: { email: SENTENCES.email }, details: 'email' })
}

function refuseBadEmail(email: string | undefined): void {
  if (email === undefined || isEmailAddress(email)) return
  throw badEmail()
}

/** The region that an update leads to; undefined where it names none. A country outranks a region id. */
function destinationOf(input: UpdateCart, regions: readonly CartRegion[], locale: Locale): CartRegion | undefined {
  const country = input.shipping_address?.country_code?.toUpperCase()
  if (country) {
    const region = regions.find(({ countries }) => countries.includes(country))
    if (region) return region
    throw new Refusal(400, {
      sentence: CART_SENTENCES.noDelivery,
      values: { country: countryName(country, locale) },
      fields: { 'shipping_address.country_code': CART_SENTENCES.noDeliveryField },
      details: 'shipping_address.country_code',
    })
  }
  if (!input.region_id) return undefined
  const region = regions.find(({ id }) => id === input.region_id)
  if (!region) throw new Refusal(400, { sentence: CART_SENTENCES.noRegion, details: 'region_id' })
  return region
}

type BackendAddress = Record<string, string>

/** Blank fields become '', which clears them: the backend takes no null for most of them. */
function toBackendAddress(address: Address): BackendAddress {
  return Object.fromEntries(
    Object.entries(address).flatMap(([field, value]) => {
      const text = (value ?? '').trim()
      if (field !== 'country_code') return [[field, text] as const]
      return text ? [[field, text.toLowerCase()] as const] : []
    }),
  )
}

/** What was typed stays; only a country that the new region does not deliver to is dropped. */
function withinRegion(address: BackendAddress, region: CartRegion | undefined): BackendAddress {
  if (!region || region.countries.includes((address['country_code'] ?? '').toUpperCase())) return address
  const { country_code: _, ...rest } = address
  const [only, ...others] = region.countries
  return only && others.length === 0 ? { ...rest, country_code: only.toLowerCase() } : rest
}

function movedNotice(
  cart: BackendCart,
  region: CartRegion,
  address: BackendAddress | null,
  locale: Locale,
): Notice | undefined {
  const country = address?.['country_code'] ?? (region.countries.length === 1 ? region.countries[0] : undefined)
  if (!country || (cart.items ?? []).length === 0) return undefined
  const values = { country: countryName(country, locale), currency: cart.currency_code.toUpperCase() }
  return { sentence: CART_SENTENCES.regionChanged, values }
}

function countryName(code: string, locale: Locale): string {
  return new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' }).of(code.toUpperCase()) ?? code
}
