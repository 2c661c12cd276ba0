import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'

import { parsePriceRange } from '#shared/product/price-range.ts'
import type { CardQuery } from '#shared/shop-data.ts'

import type { Shop, View } from '../shop.ts'

/** Taken by every call about products. `lang` and the visitor's country are settled by the visitor plugin. */
const shared = {
  currency: Type.Optional(Type.String({ description: 'ISO 4217; one that no region has means the default' })),
  lang: Type.Optional(Type.String()),
}

export const ProductQuery = Type.Object(shared)
export type ProductQuery = Static<typeof ProductQuery>

/** A parameter that may stand in an address once, or again and again. */
const Codes = (description: string, maxItems = 20) =>
  Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems, description }))

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
  handle: Codes('of pieces: these alone, in this order', 60),
  metal: Codes('of metals: pieces made in any of them'),
  cut: Codes('of stone cuts: pieces with any of them'),
  price: Type.Optional(
    Type.String({
      pattern: '^(\\d{1,9}-\\d{0,9}|-\\d{1,9})$',
      description:
        'whole units of the answer’s currency, from the first up to and without the second: 250-500, -250, 1000-',
    }),
  ),
  in_stock: Type.Optional(Type.Boolean({ description: 'only what can be bought now, in a metal that was asked for' })),
  facets: Type.Optional(Type.Boolean({ description: 'say how many pieces each further choice would show' })),
})
export type ListQuery = Static<typeof ListQuery>

/** A list's question, without the list that it is about -> what the catalog is asked. */
export function toChoice({ handle, metal, cut, price, in_stock: inStock, facets: withFacets }: ListQuery): CardQuery {
  return {
    ...(handle && { handles: handle }),
    ...(metal && { metals: metal }),
    ...(cut && { cuts: cut }),
    ...(price !== undefined && { price: parsePriceRange(price) }),
    ...(inStock !== undefined && { inStock }),
    ...(withFacets !== undefined && { withFacets }),
  }
}

/** Opens the shop for a call: in the visitor's language, with the prices of the currency that was asked for. */
export async function openShop(
  app: FastifyInstance,
  request: FastifyRequest,
  { currency }: ProductQuery,
): Promise<{ shop: Shop; view: View }> {
  const { locale, regionId: own } = request.visitor
  const regionId = currency === undefined ? own : app.catalog.regionForCurrency(currency, own).id
  return { shop: app.catalog.shopFor(regionId), view: { locale, regionId } }
}
