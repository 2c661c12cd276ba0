import { HttpError } from '#server/http/http-error.ts'
import type { Cart, CreatePaymentSession } from '#shared/cart/cart.ts'
import type { TypedGift } from '#shared/cart/gift.ts'
import { longestLead } from '#shared/cart/longest-lead.ts'
import { USABLE_SESSION_STATES } from '#shared/checkout/checkout-steps.ts'
import { deliveryDays, writeDays, workshopDay, type DeliveryDays } from '#shared/delivery/delivery-days.ts'
import { localePath, LANGUAGE_TAGS } from '#shared/i18n/locale.ts'
import { toHundredths } from '#shared/money/to-hundredths.ts'

import { QUERY, toHttpError, type CartContext, type Shopper } from './cart-context.ts'
import { CART_MESSAGES } from './cart-messages.ts'
import { OPTION_FIELDS, type NamedWay } from './delivery-ways.ts'
import { toGift } from './gift.ts'
import { toCart } from './to-cart.ts'
import { toLineItems } from './to-line-item.ts'

const DAY_MS = 86_400_000

type ShippingOption = { id: string; amount: number | null; price_type: string }

export type CartCheckout = ReturnType<typeof createCartCheckout>

export function createCartCheckout(context: CartContext) {
  const { store } = context.backend

  async function providersOf(regionId: string | undefined): Promise<{ id: string }[]> {
    const { payment_providers: providers } = await store.payment.listPaymentProviders({ region_id: regionId ?? '' })
    return providers.map(({ id }) => ({ id }))
  }

  /** Until the country is known, the backend lists every region's options; those of other currencies have no price. */
  async function priceOf(option: ShippingOption, cartId: string): Promise<number | null> {
    if (option.price_type !== 'calculated') return option.amount ?? null
    const { shipping_option } = await store.fulfillment.calculate(option.id, { cart_id: cartId })
    return shipping_option.amount ?? null
  }

  function daysOf(way: NamedWay | undefined, leadDays: number): DeliveryDays | undefined {
    return way?.days && deliveryDays(new Date(), way.days, context.workshop, leadDays)
  }

  async function arrivalDays(cart: Cart, shopper: Pick<Shopper, 'locale' | 'country'>) {
    const optionId = cart.shipping_methods[0]?.shipping_option_id
    const country = cart.shipping_address?.country_code ?? shopper.country
    if (!optionId || !country) return undefined
    const place = { regionId: cart.region_id, country: country.toUpperCase() }
    const way = await context.deliveryWays.wayOf(shopper.locale, optionId, place)
    return daysOf(way, longestLead(cart.items))
  }

  async function refuseLate(cart: Cart, day: string, shopper: Shopper): Promise<void> {
    const days = await arrivalDays(cart, shopper)
    // If the time of delivery is not known, any day from tomorrow on may be right.
    const earliest = days?.latest ?? nextDay(workshopDay(new Date(), context.workshop))
    if (day >= earliest && isDay(day)) return
    const values = { day: writeDays({ earliest, latest: earliest }, shopper.locale) }
    const message = CART_MESSAGES.tooLate
    throw new HttpError(400, { message, values, fields: { 'gift.needed_by': message }, details: 'gift.needed_by' })
  }

  async function startSession(
    cartId: string,
    shopper: Shopper,
    { provider_id: provider, funding }: CreatePaymentSession,
  ): Promise<void> {
    const cart = await context.read(cartId)
    if (cart.completed_at) throw new HttpError(409, { message: CART_MESSAGES.cartCompleted })
    const offered = await providersOf(cart.region_id)
    if (!offered.some(({ id }) => id === provider)) {
      throw new HttpError(400, { message: CART_MESSAGES.paymentProvider, details: 'provider_id' })
    }
    await shopper.mayPay?.()
    await store.payment.initiatePaymentSession(cart, {
      provider_id: provider,
      data: { ...returnUrls(shopper), funding },
    })
  }

  /** Creates the payment collection if the cart has none. Throws HttpError 400 if the provider is not available. */
  async function createPaymentSession(cartId: string, shopper: Shopper, input: CreatePaymentSession) {
    const { provider_id: provider } = input
    const result = await context.write(cartId, shopper, async () => {
      await startSession(cartId, shopper, input)
      return { cart: await context.read(cartId) }
    })
    const sessions = result.cart.payment_collection?.payment_sessions ?? []
    const session = sessions.find(
      ({ provider_id: id, status }) => id === provider && USABLE_SESSION_STATES.includes(status),
    )
    if (!session) throw new HttpError(402, { message: CART_MESSAGES.paymentRefused })
    return { ...result, session }
  }

  return {
    createPaymentSession,

    /** Keeps a usable session of that provider. */
    async ensurePaymentSession(cartId: string, shopper: Shopper, providerId: string) {
      const cart = await context.read(cartId)
      const sessions = cart.payment_collection?.payment_sessions ?? []
      const isReady = sessions.some(
        ({ provider_id: id, status }) => id === providerId && USABLE_SESSION_STATES.includes(status),
      )
      if (!isReady && !cart.completed_at) await createPaymentSession(cartId, shopper, { provider_id: providerId })
    },

    /** The cheapest first. */
    async shippingOptions(cartId: string, shopper: Shopper) {
      try {
        const cart = await context.queue.run(cartId, async () => context.align(await context.read(cartId), shopper))
        const leadDays = longestLead(toLineItems(cart.items, cartId, context.shop(shopper.locale)))
        const { shipping_options: options } = await store.fulfillment.listCartOptions({
          cart_id: cartId,
          fields: OPTION_FIELDS,
        })
        const ways = new Map(context.deliveryWays.learn(shopper.locale, options).map((way) => [way.id, way]))
        const priced = await Promise.all(
          options.map(async (option) => ({ ...option, price: await priceOf(option, cartId) })),
        )
        return priced
          .flatMap(({ id, name, price }) => {
            const days = daysOf(ways.get(id), leadDays)
            return price === null
              ? []
              : [
                  {
                    id,
                    name,
                    amount: toHundredths(price, context.priceUnit, cart.currency_code),
                    days: days ? writeDays(days, shopper.locale) : null,
                    latest: days?.latest ?? null,
                  },
                ]
          })
          .toSorted((a, b) => a.amount - b.amount)
      } catch (error) {
        throw toHttpError(error)
      }
    },

    /** If the cart is ordered now, as text; null if that is not known. */
    async arrivalOf(cart: Cart, shopper: Pick<Shopper, 'locale' | 'country'>) {
      const days = await arrivalDays(cart, shopper)
      return days ? writeDays(days, shopper.locale) : null
    },

    /** @throws HttpError 400 if the cart's shipping method can't deliver by the date */
    setGift: (cartId: string, shopper: Shopper, typed: TypedGift) =>
      context.write(cartId, shopper, async () => {
        const gift = toGift(typed)
        const cart = await context.read(cartId)
        if (gift?.needed_by) await refuseLate(toCart(cart, context.shop(shopper.locale)), gift.needed_by, shopper)
        // The backend deletes a key whose value is ''.
        return store.cart.update(cartId, { metadata: { gift: gift ?? '' } }, QUERY)
      }),

    /** @throws HttpError 400 if the option is not available for the cart */
    addShippingMethod: (cartId: string, shopper: Shopper, optionId: string) =>
      context.write(cartId, shopper, async () => {
        try {
          return await store.cart.addShippingMethod(cartId, { option_id: optionId }, QUERY)
        } catch (error) {
          throw toHttpError(error, CART_MESSAGES.shippingOption)
        }
      }),

    async paymentProviders(cartId: string) {
      return providersOf((await context.read(cartId)).region_id)
    },
  }
}

function nextDay(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)
}

/** Returns whether the calendar has a day: it has no 31 February. */
function isDay(text: string): boolean {
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** For providers with hosted payment pages. */
function returnUrls({ locale, origin }: Shopper): Record<string, string> {
  const to = (path: string): string => `${origin}${localePath(locale, path)}`
  return {
    return_url: to('/checkout/confirming'),
    cancel_url: to('/checkout/payment?payment=cancelled'),
    locale: LANGUAGE_TAGS[locale],
  }
}
