import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { withMaterials, withTestimonials } from '#server/content/product-content.ts'
import { ApiError } from '#shared/api-error.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { ProductAnswer, ProductCardList, CategoryList } from '#shared/product/product.ts'

import { listRoutes } from './list-routes.ts'
import { openShop, ProductQuery } from './product-query.ts'
import { addRevalidation } from './revalidation.ts'
import { searchRoutes } from './search-routes.ts'

/** `/api/products…`: register with that prefix. Answered from the snapshot; the backend is never asked. */
export const productRoutes: FastifyPluginAsyncTypebox = async (app) => {
  addRevalidation(app)
  await app.register(handleRoutes, { prefix: '/handle' })
  await app.register(searchRoutes)
  await app.register(listRoutes)
}

const params = Type.Object({ handle: Type.String({ maxLength: 200 }) })

/** `/api/products/handle/{handle}` and the products beside it: register with the prefix `/api/products/handle`. */
const handleRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const asked = { params, querystring: ProductQuery }

  app.get(
    '/:handle',
    { schema: { ...asked, response: { 200: ProductAnswer, 404: ApiError } } },
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
    { schema: { ...asked, response: { 200: ProductCardList, 404: ApiError } } },
    async (request, reply) => {
      const { shop, view } = await openShop(app, request, request.query)
      const products = shop.related(request.params.handle, view)
      if (!products) return reply.code(404).send(noSuchProduct(view.locale))
      return { products, count: products.length, currency_code: shop.currencyOf(view.regionId) }
    },
  )

  function noSuchProduct(locale: Locale): ApiError {
    return { statusCode: 404, message: app.translate(locale, /*i18n*/ 'There is no such piece.') }
  }
}

/** `/api/categories`: the shelf in the visitor's language. */
export const categoriesRoute: FastifyPluginAsyncTypebox = async (app) => {
  addRevalidation(app)

  app.get('/categories', { schema: { response: { 200: CategoryList } } }, (request) => ({
    categories: app.catalog.shop().categories(request.visitor.locale),
  }))
}
