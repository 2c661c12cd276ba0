import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { withMaterials } from '#server/content/with-materials.ts'
import { withTestimonials } from '#server/content/with-testimonials.ts'
import { ApiError } from '#shared/api-error.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { ProductAnswer, ProductCardList } from '#shared/product/product.ts'

import { openShop, ProductQuery } from './product-query.ts'

const params = Type.Object({ handle: Type.String({ maxLength: 200 }) })

/** `/api/products/handle/{handle}` and the products beside it: register with the prefix `/api/products/handle`. */
export const handleRoutes: FastifyPluginAsyncTypebox = async (app) => {
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
