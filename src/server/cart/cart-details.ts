import { MESSAGES } from '#server/http/errors.ts'
import { HttpError } from '#server/http/http-error.ts'
import { BackendError } from '#server/medusa/backend-error.ts'
import type { UpdateCart } from '#shared/cart/cart.ts'
import { isEmailAddress } from '#shared/email/is-email-address.ts'
import { LANGUAGE_TAGS, type Locale } from '#shared/i18n/locale.ts'
import { formatMoney } from '#shared/money/format-money.ts'
import { toHundredths } from '#shared/money/to-hundredths.ts'

import { QUERY, toHttpError, type CartContext, type Notice, type Shopper } from './cart-context.ts'
import { CART_MESSAGES } from './cart-messages.ts'
import {
  addressIn,
  countryName,
  destinationOf,
  isCountryAlone,
  toBackendAddress,
  withinRegion,
  writeWithoutUnsold,
  type BackendAddress,
  type CartRegion,
} from './destination.ts'
import { setPromoCodes } from './promo-codes.ts'
import { refreshCart } from './refresh-cart.ts'
import { codesOf, toAddress, type BackendCart } from './to-cart.ts'
import { keyOfLine } from './to-line-item.ts'

export type CartDetails = ReturnType<typeof createCartDetails>

export function createCartDetails(context: CartContext) {
  const { store } = context.backend
  const { cart: carts } = store

  async function update(cartId: string, shopper: Shopper, input: UpdateCart) {
    refuseBadEmail(input.email)
    const destination = destinationOf(input, context.regions(), shopper.locale)
    const {
      region_id: _,
      shipping_address: typed,
      billing_address: billing,
      confirm_currency: mayMove,
      promo_codes: codes,
    } = input
    const coded = codes && (await setPromoCodes(context, cartId, codes, shopper.mayTryCode))
    const body = {
      ...(input.email === undefined ? {} : { email: input.email.trim() }),
      ...(billing ? { billing_address: toBackendAddress(billing) } : {}),
    }
    if (coded && !typed && !destination && Object.keys(body).length === 0) return { cart: coded }
    const before = destination && (await context.moves.finish(await context.read(cartId)))
    const former = before ? toAddress(before.shipping_address) : null
    // A new cart's address holds only the shopper's country, so it changes with that country.
    const chosen = destination && !typed && isCountryAlone(former) ? addressIn(shopper.country, destination) : undefined
    if (!before || before.region_id === destination.id) {
      const address = typed ? toBackendAddress(typed) : chosen
      const whole = { ...body, ...(address ? { shipping_address: address } : {}) }
      const { cart, unsold } = await writeWithoutUnsold(store, cartId, () => carts.update(cartId, whole, QUERY))
      const notices = unsold.map((line) => ({
        message: CART_MESSAGES.noLongerSold,
        values: { title: context.titleOf(line, shopper.locale) },
      }))
      return { cart, notices }
    }
    if (!mayMove) requireConfirmation(before, destination)
    const known = typed ?? former
    const address = chosen ?? (known && withinRegion(toBackendAddress(known), destination))
    const moved = await context.moves.move(before, destination, address, body)
    const cart = await context.align(moved, shopper)
    return { cart, notices: movedNotices(context, { before, cart, region: destination, address }, shopper.locale) }
  }

  /** On failure the cart is returned unaligned: the lines' texts come from the catalog anyway. */
  async function alignLocked(cart: BackendCart, shopper: Shopper): Promise<BackendCart> {
    try {
      return await context.queue.run(cart.id, async () => context.align(await context.read(cart.id), shopper))
    } catch (error) {
      context.log.error(
        { event: 'cart.locale_failed', err: error },
        'the language of a cart could not be changed; its texts stay in the old one',
      )
      return cart
    }
  }

  return {
    /** @throws HttpError 404 */
    async readCart(cartId: string, shopper: Shopper) {
      // A page that unloads may send its last change while the next page already requests the cart.
      await context.queue.settled(cartId)
      const cart = await context.read(cartId)
      const aligned = context.isAligned(cart, shopper) ? cart : await alignLocked(cart, shopper)
      return context.answer(aligned, shopper)
    },

    /** See `refreshCart`. */
    refresh: (cartId: string, shopper: Shopper) =>
      context.write(cartId, shopper, async () => refreshCart(context, await context.read(cartId), shopper)),

    /** @throws HttpError 404 for an unknown region */
    async createCart(shopper: Shopper, regionId?: string) {
      // Never send an empty id: the backend's own default region may be another one.
      const id = regionId || shopper.regionId
      const region = context.regions().find((known) => known.id === id)
      const address = region && addressIn(shopper.country, region)
      const body = {
        region_id: id,
        locale: LANGUAGE_TAGS[shopper.locale],
        ...(address ? { shipping_address: address } : {}),
      }
      try {
        const { cart } = await context.withSlot(shopper, () => carts.create(body, QUERY))
        return { cart: context.answer(await context.align(cart, shopper), shopper) }
      } catch (error) {
        throw toHttpError(error, CART_MESSAGES.noRegion)
      }
    },

    /** A country in another region moves the cart there: without `confirm_currency` 409 if a payment has begun. */
    updateCart: (cartId: string, shopper: Shopper, input: UpdateCart) =>
      context.write(cartId, shopper, async () => {
        try {
          return await update(cartId, shopper, input)
        } catch (error) {
          throw httpErrorOf(error, input)
        }
      }),
  }
}

/** The backend does not name the field that it rejects. Its message and the input show which field it is. */
function httpErrorOf(error: unknown, input: UpdateCart): unknown {
  const httpError = toHttpError(error)
  const isAboutEmail = input.email !== undefined && error instanceof BackendError && /e-?mail/i.test(error.message)
  return httpError instanceof HttpError && isAboutEmail ? badEmail() : httpError
}

function badEmail(): HttpError {
  return new HttpError(400, { message: MESSAGES.email, fields: { email: MESSAGES.email }, details: 'email' })
}

function refuseBadEmail(email: string | undefined): void {
  if (email === undefined || isEmailAddress(email)) return
  throw badEmail()
}

interface Moved {
  before: BackendCart
  cart: BackendCart
  region: CartRegion
  address: BackendAddress | null
}

/** Session states that do not count as a payment that has begun. */
const DEAD_STATES = ['canceled', 'error']

/** Only the shopper may end a payment that has begun in another currency. Throws HttpError 409. */
function requireConfirmation(cart: BackendCart, { currency_code: currency }: CartRegion): void {
  const from = cart.currency_code.toUpperCase()
  const to = currency.toUpperCase()
  const sessions = cart.payment_collection?.payment_sessions ?? []
  if (from === to || sessions.every(({ status }) => DEAD_STATES.includes(status))) return
  throw new HttpError(409, {
    message: CART_MESSAGES.askCurrency,
    values: { from, to },
    fields: { confirm_currency: CART_MESSAGES.confirmCurrency },
    details: { reason: 'currency', from, to },
  })
}

/** The new total, each item removed or reduced, each code dropped; none if the cart was empty. */
function movedNotices(
  { titleOf, priceUnit }: CartContext,
  { before, cart, region, address }: Moved,
  locale: Locale,
): Notice[] {
  if ((before.items ?? []).length === 0) return []
  const currency = cart.currency_code.toUpperCase()
  const total = formatMoney(toHundredths(cart.total, priceUnit, currency), currency, locale)
  const [only, ...others] = region.countries
  const country = address?.['country_code'] ?? (others.length === 0 ? only : undefined)
  const moved: Notice = country
    ? {
        message: CART_MESSAGES.regionChanged,
        values: { country: countryName(country, locale), currency, total },
      }
    : { message: CART_MESSAGES.currencyChanged, values: { currency, total } }

  const stillThere = new Map((cart.items ?? []).map((line) => [keyOfLine(line), line.quantity]))
  const fewer = (before.items ?? []).flatMap((line): Notice[] => {
    const quantity = stillThere.get(keyOfLine(line)) ?? 0
    if (quantity >= line.quantity) return []
    const title = titleOf(line, locale)
    return quantity === 0
      ? [{ message: CART_MESSAGES.leftBehind, values: { title } }]
      : [{ message: CART_MESSAGES.onlyLeft, values: { title, count: quantity, quantity } }]
  })
  const codes = codesOf(before).filter((code) => !codesOf(cart).includes(code))
  const dropped = codes.map((code) => ({ message: CART_MESSAGES.codeDropped, values: { code } }))
  return [moved, ...fewer, ...dropped]
}
