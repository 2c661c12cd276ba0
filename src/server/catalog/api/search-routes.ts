import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { SuggestionList, type SearchAnswer } from '#shared/product/search.ts'
import { LONGEST_QUERY } from '#shared/search/longest-query.ts'
import type { SearchQuery } from '#shared/shop-data.ts'

import { noteIfEmpty } from '../empty-searches/empty-searches.ts'
import type { SearchedProducts } from '../shop.ts'
import { ListQuery, openShop, ProductQuery, toChoice } from './product-query.ts'

const LIMIT = 50
const SUGGESTIONS = 5

const q = Type.Optional(Type.String({ maxLength: LONGEST_QUERY, description: 'what is looked for' }))

const SearchQuerystring = Type.Object({
  ...Type.Omit(ListQuery, ['handle']).properties,
  q,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
})

const SuggestionQuerystring = Type.Object({
  ...ProductQuery.properties,
  q,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
  suggestions: Type.Optional(Type.Boolean({ description: 'said by whoever asks; changes nothing' })),
  products: Type.Optional(Type.Integer({ minimum: 0, maximum: 6, description: 'so many pieces beside them' })),
})

/** `/api/products/search` and `/api/products/suggestions`: register with the prefix `/api/products`. */
export const searchRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/search',
    { schema: { querystring: SearchQuerystring } },
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
    { schema: { querystring: SuggestionQuerystring, response: { 200: SuggestionList } } },
    async (request) => {
      const { q: typed = '', limit = SUGGESTIONS, products = 0, ...query } = request.query
      const { shop, view } = await openShop(app, request, query)
      const suggestions = shop.suggest(typed, view, limit)
      if (products === 0) return { suggestions }
      return { suggestions, products: shop.search({ q: typed, limit: products }, view).products }
    },
  )
}
