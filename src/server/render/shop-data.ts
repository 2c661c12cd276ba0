import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { ShopData } from '#shared/api/shop-data.ts'

/** The shop in process: pages ask the snapshot, never ourselves over HTTP; only a cart is asked of Medusa. */
export function createShopData(app: FastifyInstance, request: FastifyRequest, _reply: FastifyReply): ShopData {
  throw new Error(`not joined yet ${app.version} ${request.id}`)
}
