import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'

import { withMaterials, withTestimonials } from '#server/content/product-content.ts'
import { knowsEtag, weakEtag } from '#server/http/knows-etag.ts'
import { ApiError } from '#shared/api-error.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { ProductAnswer, ProductCardList, CategoryList } from '#shared/product/product.ts'
import { SuggestionList, type SearchAnswer } from '#shared/product/search.ts'
import { LONGEST_QUERY } from '#shared/search/longest-query.ts'
import type { SearchQuery } from '#shared/shop-data.ts'

import { noteIfEmpty } from '../empty-searches/empty-searches.ts'
import type { SearchedProducts } from '../shop.ts'
import { listRoutes } from './list-routes.ts'
import { ListQuery, openShop, ProductQuery, toChoice } from './product-query.ts'

/** Responses come from the snapshot, never from the backend. */
export const productRoutes: FastifyPluginAsyncTypebox = async (app) => {
  addRevalidation(app)
  await app.register(handleRoutes, { prefix: '/handle' })
  await app.register(searchRoutes)
  await app.register(listRoutes)
}

const params = Type.Object({ handle: Type.String({ maxLength: 200 }) })

const handleRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const schema = { params, querystring: ProductQuery }

  app.get(
    '/:handle',
    {
      schema: {
        ...schema,
        summary: 'A product with its variants, options and prices',
        response: { 200: ProductAnswer, 404: ApiError },
      },
    },
    async (request, reply) => {
      const { shop, view } = await openShop(app, request, request.query)
      const product = shop.product(request.params.handle, view)
      if (!product) return reply.code(404).send(noSuchProduct(view.locale))
      const { preview } = request.visitor
      const content = app.content.requests()
      const reading = { locale: view.locale, preview }
      return { product: withMaterials(withTestimonials(product, content, reading), content, reading) }
    },
  )

  app.get(
    '/:handle/related',
    {
      schema: {
        ...schema,
        summary: 'Products that go with a product',
        response: { 200: ProductCardList, 404: ApiError },
      },
    },
    async (request, reply) => {
      const { shop, view } = await openShop(app, request, request.query)
      const products = shop.related(request.params.handle, view)
      if (!products) return reply.code(404).send(noSuchProduct(view.locale))
      return { products, count: products.length, currency_code: shop.currencyOf(view.regionId) }
    },
  )

  function noSuchProduct(locale: Locale): ApiError {
    return { statusCode: 404, message: app.translate(locale, /*i18n*/ 'We couldn’t find this item.') }
  }
}

export const categoriesRoute: FastifyPluginAsyncTypebox = async (app) => {
  addRevalidation(app)

  app.get('/categories', { schema: { summary: 'All categories', response: { 200: CategoryList } } }, (request) => ({
    categories: app.catalog.shop().categories(request.visitor.locale),
  }))
}

/** Lets the browser revalidate successful responses. A route that sends bytes sets its own `etag`. */
export function addRevalidation(app: FastifyInstance): void {
  const { countryHeader } = app.config
  const vary = ['Cookie', 'Accept-Language', ...(countryHeader ? [countryHeader] : [])].join(', ')

  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode !== 200) reply.header('cache-control', 'no-store')
    // The response may contain drafts.
    if (request.preview) reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex')
    if (reply.statusCode !== 200 || request.preview) return payload
    const etag = typeof payload === 'string' ? weakEtag(payload) : reply.getHeader('etag')
    if (typeof etag !== 'string') return payload
    const known = reply.getHeader('vary')
    reply
      .header('cache-control', 'private, no-cache')
      .header('vary', known ? `${String(known)}, ${vary}` : vary)
      .header('etag', etag)
    if (!knowsEtag(request.headers['if-none-match'], etag)) return payload
    reply.code(304).removeHeader('content-type').removeHeader('content-encoding')
    return ''
  })
}

const LIMIT = 50
const SUGGESTIONS = 5

const q = Type.Optional(Type.String({ maxLength: LONGEST_QUERY, description: 'the search query' }))

const SearchQuerystring = Type.Object({
  ...Type.Omit(ListQuery, ['handle']).properties,
  q,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
})

const SuggestionQuerystring = Type.Object({
  ...ProductQuery.properties,
  q,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
  suggestions: Type.Optional(Type.Boolean({ description: 'accepted for compatibility; ignored' })),
  products: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 6, description: 'how many products to add to the suggestions, with pages' }),
  ),
})

const searchRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/search',
    { schema: { summary: 'Search, sorted and filtered', querystring: SearchQuerystring } },
    async (request): Promise<SearchAnswer | SearchedProducts> => {
      const { q: typed = '', limit = LIMIT, offset = 0, sort = 'featured', ...query } = request.query
      const { shop, view } = await openShop(app, request, query)
      const wanted: SearchQuery = { ...toChoice(query), q: typed, limit, offset, sort }
      const answer = query.view === 'card' ? shop.search(wanted, view) : shop.searchWhole(wanted, view)
      noteIfEmpty(app, view.locale, wanted, answer)
      return answer
    },
  )

  app.get(
    '/suggestions',
    {
      schema: {
        summary: 'Suggestions while a search is typed',
        querystring: SuggestionQuerystring,
        response: { 200: SuggestionList },
      },
    },
    async (request) => {
      const { q: typed = '', limit = SUGGESTIONS, products = 0, ...query } = request.query
      const { shop, view } = await openShop(app, request, query)
      const suggestions = shop.suggest(typed, view, limit)
      if (products === 0) return { suggestions }
      const pages = shop.suggestPages(typed, view)
      return { suggestions, pages, products: shop.search({ q: typed, limit: products }, view).products }
    },
  )
}
