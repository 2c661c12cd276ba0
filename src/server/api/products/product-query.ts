import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'

import type { Shop, View } from '#server/catalog/shop.ts'

/** Taken by every call about products. `lang` and the visitor's country are settled by the visitor plugin. */
const shared = {
  currency: Type.Optional(Type.String({ description: 'ISO 4217; one that no region has means the default' })),
  lang: Type.Optional(Type.String()),
}

export const ProductQuery = Type.Object(shared)
export type ProductQuery = Static<typeof ProductQuery>

export const ListQuery = Type.Object({
  ...shared,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  sort: Type.Optional(
    Type.Union([
      Type.Literal('featured'),
      Type.Literal('price-asc'),
      Type.Literal('price-desc'),
      Type.Literal('newest'),
    ]),
  ),
  view: Type.Optional(Type.Union([Type.Literal('card'), Type.Literal('full')])),
})
export type ListQuery = Static<typeof ListQuery>

/** Opens the shop for a call: in the visitor's language, with the prices of the currency that was asked for. */
export async function openShop(
  app: FastifyInstance,
  request: FastifyRequest,
  { currency }: ProductQuery,
): Promise<{ shop: Shop; view: View }> {
  const { locale, regionId: own } = request.visitor
  const regionId = currency === undefined ? own : app.catalog.regionForCurrency(currency, own).id
  return { shop: await app.catalog.shopFor(regionId), view: { locale, regionId } }
}
