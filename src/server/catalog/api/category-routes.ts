import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { CategoryList } from '#shared/product/product.ts'

import { addRevalidation } from './revalidation.ts'

/** `/api/categories`: the shelf in the visitor's language. */
export const categoriesRoute: FastifyPluginAsyncTypebox = async (app) => {
  addRevalidation(app)

  app.get('/categories', { schema: { response: { 200: CategoryList } } }, (request) => ({
    categories: app.catalog.shop().categories(request.visitor.locale),
  }))
}
