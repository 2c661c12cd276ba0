import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { cartCookie, orderCookie } from '#server/api/carts/holder-cookies.ts'
import { isId } from '#server/api/carts/ids.ts'
import { takeFlash } from '#server/api/forms/flash.ts'
import { listCountries } from '#server/api/visitor/list-countries.ts'
import { withTestimonials } from '#server/content/with-testimonials.ts'
import { noteIfEmpty } from '#server/empty-searches/note-if-empty.ts'
import { openLetterLink } from '#server/mailing/open-letter-link.ts'
import { Refusal } from '#server/refusals/refusal.ts'
import type { ShopData } from '#shared/api/shop-data.ts'
import { nothingFound } from '#shared/search/nothing-found.ts'

/** The shop in process: pages ask the snapshot, never ourselves over HTTP; only carts and orders are asked of Medusa. */
export function createShopData(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): ShopData {
  const { locale, regionId, currency, preview } = request.visitor
  const view = { locale, regionId }
  const shopper = { locale, regionId }

  const cart: ShopData['cart'] = async () => {
    const id = cartCookie.read(request)
    return id ? orNull(app.carts.readCart(id, shopper)) : null
  }

  return {
    categories: async () => (await app.catalog.shopFor(regionId)).categories(locale),
    cards: async (query) =>
      (await app.catalog.shopFor(regionId)).cards(query, view) ?? { products: [], count: 0, currency_code: currency },
    search: async (query) => {
      try {
        const answer = (await app.catalog.shopFor(regionId)).search(query, view)
        noteIfEmpty(app, locale, query, answer)
        return answer
      } catch (error) {
        request.log.error({ err: error }, 'Search failed:')
        return nothingFound(query.q, currency)
      }
    },
    product: async (handle) => {
      const product = (await app.catalog.shopFor(regionId)).product(handle, view)
      return product ? withTestimonials(product, app.content.requests(), { locale, preview }) : null
    },
    related: async (handle) => (await app.catalog.shopFor(regionId)).related(handle, view) ?? [],
    cart,
    checkout: async () => {
      const current = await cart()
      const countries = app.catalog.regions().flatMap((region) => region.countries)
      if (!current || current.status === 'completed') {
        return { cart: null, shippingOptions: [], paymentProviders: [], countries }
      }
      const [shippingOptions, paymentProviders] = await Promise.all([
        app.carts.shippingOptions(current.id, shopper),
        app.carts.paymentProviders(current.id),
      ])
      return { cart: current, shippingOptions, paymentProviders, countries }
    },
    order: async () => {
      const id = orderCookie.read(request)
      return id ? orNull(app.carts.readOrder(id, shopper)) : null
    },
    orderNumber: async (id) =>
      isId('order', id) ? ((await orNull(app.carts.readOrder(id, shopper)))?.display_id ?? null) : null,
    flash: () => takeFlash(request, reply),
    mailing: (page, token) => openLetterLink(app.mailing, page, token),
    countries: async () => listCountries(request),
    content: {
      query: async (query) => app.content.requests().query(query, { preview }),
      navigation: async (query) => app.content.requests().navigation(query, { preview }),
    },
  }
}

/** What the backend no longer has is nothing to show; that the backend is down is. */
async function orNull<Value>(found: Promise<Value>): Promise<Value | null> {
  try {
    return await found
  } catch (error) {
    if (error instanceof Refusal && error.statusCode === 404) return null
    throw error
  }
}
