import { readDays } from '#server/catalog/reading/shipping-options.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Cart, CreatePaymentSession } from '#shared/cart/cart.ts'
import type { TypedGift } from '#shared/cart/gift.ts'
import { longestLead } from '#shared/cart/longest-lead.ts'
import { USABLE_SESSION_STATES } from '#shared/checkout/checkout-steps.ts'
import {
  deliveryDays,
  writeDays,
  workshopDay,
  type DaysOnTheWay,
  type DeliveryDays,
} from '#shared/delivery/delivery-days.ts'
import { localePath, LANGUAGE_TAGS, type Locale } from '#shared/i18n/locale.ts'
import { toHundredths } from '#shared/money/to-hundredths.ts'

import { QUERY, toHttpError, type CartContext, type Shopper } from './cart-context.ts'
import { CART_MESSAGES } from './cart-messages.ts'
import { toGift } from './gift.ts'
import { toCart } from './to-cart.ts'
import { toLineItems } from './to-line-item.ts'

const DAY_MS = 86_400_000

interface ListedOption {
  id: string
  name: string
  amount: number | null
  price_type: string
  metadata?: Record<string, unknown> | null
}

export type CartCheckout = ReturnType<typeof createCartCheckout>

export function createCartCheckout(context: CartContext) {
  const { store } = context.backend

  async function providersOf(regionId: string | undefined): Promise<{ id: string }[]> {
    const { payment_providers: providers } = await store.payment.listPaymentProviders({ region_id: regionId ?? '' })
    return providers.map(({ id }) => ({ id }))
  }

  /** Until the country is known, the backend lists every region's options; those of other currencies have no price. */
  async function priceOf(option: ListedOption, cartId: string): Promise<number | null> {
    if (option.price_type !== 'calculated') return option.amount ?? null
    const { shipping_option } = await store.fulfillment.calculate(option.id, { cart_id: cartId })
    return shipping_option.amount ?? null
  }

  function daysOf(days: DaysOnTheWay | null | undefined, leadDays: number): DeliveryDays | undefined {
    return days ? deliveryDays(new Date(), days, context.workshop, leadDays) : undefined
  }

  function arrivalDays(cart: Cart): DeliveryDays | undefined {
    const option = context.shippingOption(cart.shipping_methods[0]?.shipping_option_id)
    return daysOf(option?.days, longestLead(cart.items))
  }

  function refuseLate(cart: Cart, day: string, shopper: Shopper): void {
    const days = arrivalDays(cart)
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
          fields: '+metadata',
        })
        const priced = await Promise.all(
          options.map(async (option: ListedOption) => ({ ...option, price: await priceOf(option, cartId) })),
        )
        return priced
          .flatMap(({ id, name, price, metadata }) => {
            const days = daysOf(readDays(metadata?.['days']), leadDays)
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
    arrivalOf(cart: Cart, locale: Locale) {
      const days = arrivalDays(cart)
      return days ? writeDays(days, locale) : null
    },

    /** @throws HttpError 400 if the cart's shipping method can't deliver by the date */
    setGift: (cartId: string, shopper: Shopper, typed: TypedGift) =>
      context.write(cartId, shopper, async () => {
        const gift = toGift(typed)
        const cart = await context.read(cartId)
        if (gift?.needed_by) refuseLate(toCart(cart, context.shop(shopper.locale)), gift.needed_by, shopper)
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
