import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { handleRoutes } from './handle-routes.ts'
import { listRoutes } from './list-routes.ts'
import { addRevalidation } from './revalidation.ts'
import { searchRoutes } from './search-routes.ts'

/** `/api/products…`: register with that prefix. Answered from the snapshot; the backend is never asked. */
export const productRoutes: FastifyPluginAsyncTypebox = async (app) => {
  addRevalidation(app)
  await app.register(handleRoutes, { prefix: '/handle' })
  await app.register(searchRoutes)
  await app.register(listRoutes)
}
