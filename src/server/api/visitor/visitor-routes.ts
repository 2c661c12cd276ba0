import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'

import { cartCookie } from '#server/api/carts/holder-cookies.ts'
import { shopperOf } from '#server/api/carts/shopping.ts'
import { setFlash } from '#server/api/forms/flash.ts'
import { addFormManners, localeOf, redirectForm } from '#server/api/forms/manners.ts'
import { CART_SENTENCES } from '#server/commerce/cart/cart-sentences.ts'
import { isCartGone } from '#server/commerce/cart/is-cart-gone.ts'
import { rememberCountry } from '#server/plugins/visitor.ts'
import { Refusal } from '#server/refusals/refusal.ts'
import { ChangeCountry, CountryList, VisitorCountry } from '#shared/api/visitor.ts'
import { nameCountries } from '#shared/country/name-countries.ts'
import { localePath } from '#shared/i18n/locale-path.ts'

import { listCountries } from './list-countries.ts'

/** `/api/visitor…`: register with that prefix. */
export const visitorRoutes: FastifyPluginAsyncTypebox = async (app) => {
  addFormManners(app, { refusedTo: countryPage })

  app.get('/countries', { schema: { response: { 200: CountryList } } }, async (request) => listCountries(request))

  app.post(
    '/country',
    { schema: { body: ChangeCountry, response: { 200: VisitorCountry } } },
    async (request, reply) => {
      const country = request.body.country.toUpperCase()
      const locale = localeOf(request)
      const region = app.catalog.regions().find(({ countries }) => countries.includes(country))
      if (!region) {
        throw new Refusal(400, {
          sentence: CART_SENTENCES.noDelivery,
          values: { country: nameCountries([country], locale)[0]?.name ?? country },
          fields: { country: CART_SENTENCES.noDeliveryField },
        })
      }
      rememberCountry(reply, country)
      const { id: regionId, currency_code } = region
      const follows = await moveCart(request, regionId)
      const message = follows
        ? undefined
        : app.translate(locale, CART_SENTENCES.cartStaysBehind, { currency: currency_code })
      if (!request.sentForm) return { countryCode: country, currency_code, regionId, ...(message ? { message } : {}) }
      if (!message) return redirectForm(request, reply, '/')
      setFlash(reply, { message })
      return reply.redirect(countryPage(request), 303)
    },
  )
}

/**
 * Takes the visitor's cart along: prices in the new currency, the address kept.
 * @returns false where it could not follow, and is as it was
 */
async function moveCart(request: FastifyRequest, regionId: string): Promise<boolean> {
  const cartId = cartCookie.read(request)
  if (!cartId) return true
  try {
    await request.server.carts.updateCart(cartId, { ...shopperOf(request), regionId }, { region_id: regionId })
    return true
  } catch (error) {
    // What was ordered or is gone has nowhere to go.
    if (isCartGone(error)) return true
    request.log.error({ err: error }, 'A cart could not follow its shopper to another country')
    return false
  }
}

/** Where a form that has something to say leads: to the page of the countries, which knows where to go on. */
function countryPage(request: FastifyRequest): string {
  const returnTo = request.sentForm?.returnTo
  const page = returnTo ? `/country?return_to=${encodeURIComponent(returnTo)}` : '/country'
  return localePath(localeOf(request), page)
}
