import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'

import { cartCookie, identifyHolder } from '#server/cart/api/cart-cookies.ts'
import { deliveryRoute } from '#server/cart/api/delivery-route.ts'
import { shopperOf, textOf } from '#server/cart/api/visitor-cart.ts'
import { CART_MESSAGES } from '#server/cart/cart-messages.ts'
import { isCartGone } from '#server/cart/carts.ts'
import type { CartRegion } from '#server/cart/destination.ts'
import { finish, localeOf, pageAfter } from '#server/http/forms/finish.ts'
import { addWriteHooks } from '#server/http/forms/write-hooks.ts'
import { HttpError } from '#server/http/http-error.ts'
import { rememberCountry } from '#server/http/visitor.ts'
import { nameCountries } from '#shared/country/address-lines.ts'
import { isOwnCurrency } from '#shared/country/currency-of-country.ts'
import { CurrentRegion, ChangeCountry, CountryList, IpLocation, VisitorCountry } from '#shared/country/visitor.ts'
import { localePath } from '#shared/i18n/locale.ts'

/** `/api/visitor…`: register with that prefix. */
export const visitorRoutes: FastifyPluginAsyncTypebox = async (app) => {
  addWriteHooks(app, { refusedTo: countryPage })
  app.addHook('onRequest', identifyHolder)

  app.get(
    '/countries',
    { schema: { summary: 'The countries that the shop delivers to', response: { 200: CountryList } } },
    async (request) => listCountries(request),
  )
  await app.register(deliveryRoute)

  app.post(
    '/country',
    {
      schema: {
        summary: 'Changes the country, and moves the cart to its region',
        body: ChangeCountry,
        response: { 200: VisitorCountry },
      },
    },
    async (request, reply) => {
      const country = request.body.country.toUpperCase()
      const locale = localeOf(request)
      const region = app.catalog.regions().find(({ countries }) => countries.includes(country))
      if (!region) {
        throw new HttpError(400, {
          message: CART_MESSAGES.noDelivery,
          values: { country: nameCountries([country], locale)[0]?.name ?? country },
          fields: { country: CART_MESSAGES.noDeliveryField },
        })
      }
      rememberCountry(reply, country)
      const { id: regionId, currency_code } = region
      const message = await moveCart(request, country, region)
      return finish(request, reply, {
        page: message ? countryPage(request) : pageAfter(request, '/'),
        ...(message && { flash: { message } }),
        body: { countryCode: country, currency_code, regionId, message: message || undefined },
      })
    },
  )
}

/**
 * Moves the visitor's cart to the new region: prices change to its currency, the address stays. Choosing a country also
 * confirms the currency change of a payment that has started.
 * @returns a message if something could not be moved or the cart is unchanged
 */
async function moveCart(
  request: FastifyRequest,
  country: string,
  { id: regionId, currency_code }: CartRegion,
): Promise<string | undefined> {
  const cartId = cartCookie.read(request)
  if (!cartId) return undefined
  const locale = localeOf(request)
  try {
    const shopper = { ...shopperOf(request), regionId, country }
    const change = { region_id: regionId, confirm_currency: true }
    const { notices = [] } = await request.server.carts.updateCart(cartId, shopper, change)
    // A single notice is the currency change, which the shopper requested.
    return notices.length > 1 ? textOf(request, notices) : undefined
  } catch (error) {
    // The cart was ordered or deleted.
    if (isCartGone(error)) return undefined
    if (error instanceof HttpError) return error.toText(request.server.translate, locale).message
    request.log.error(
      { event: 'cart.country_change_failed', err: error },
      'a cart could not be moved to another country; it keeps its currency',
    )
    return request.server.translate(locale, CART_MESSAGES.cartStaysBehind, { currency: currency_code })
  }
}

/** @returns the path of the country page, which shows the messages of the form and then returns to the current page */
function countryPage(request: FastifyRequest): string {
  const returnTo = request.sentForm?.returnTo
  const page = returnTo ? `/country?return_to=${encodeURIComponent(returnTo)}` : '/country'
  return localePath(localeOf(request), page)
}

/** `/api/region…`: register with that prefix. */
export const regionRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/current',
    { schema: { summary: 'The region and currency of the visitor', response: { 200: CurrentRegion } } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return { regionId: request.visitor.regionId, currency_code: request.visitor.currency }
    },
  )
}

/** `/api/ip-location`: returns the visitor's country and stores it in a cookie. Register with `/api`. */
export const ipLocationRoute: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/ip-location',
    { schema: { summary: "The country of the visitor's IP address", response: { 200: IpLocation } } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const { country } = request.visitor
      if (!country) return {}
      rememberCountry(reply, country)
      return { countryCode: country }
    },
  )
}

/**
 * Lists the countries that the shop delivers to, in the visitor's language, and the visitor's own country. Countries
 * with prices in their own currency come first, because most shoppers live there and the list has two hundred names.
 */
export function listCountries({ server, visitor }: FastifyRequest): CountryList {
  const currencyOf = new Map(
    server.catalog
      .regions()
      .flatMap(({ countries, currency_code }) => countries.map((code) => [code, currency_code] as const)),
  )
  const countries = nameCountries([...currencyOf.keys()], visitor.locale).map((country) => ({
    ...country,
    currency_code: currencyOf.get(country.code) ?? '',
  }))
  const { own = [], other = [] } = Object.groupBy(countries, ({ code, currency_code }) =>
    isOwnCurrency(code, currency_code) ? 'own' : 'other',
  )
  const localize = (message: string) => server.translate(visitor.locale, message)
  const groups = [
    { name: localize(/*i18n*/ 'Priced in local currency'), countries: own },
    { name: localize(/*i18n*/ 'Other countries'), countries: other },
  ]
  return { groups: groups.filter((group) => group.countries.length > 0), country: visitor.country ?? null }
}
