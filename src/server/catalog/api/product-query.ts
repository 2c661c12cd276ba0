import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'

import { parsePriceRange } from '#shared/product/price-range.ts'
import type { CardQuery } from '#shared/shop-data.ts'

import type { Shop, View } from '../shop.ts'

/** The visitor plugin reads `lang` and the visitor's country. */
const shared = {
  currency: Type.Optional(Type.String({ description: 'ISO 4217; a currency of no region means the default one' })),
  lang: Type.Optional(Type.String()),
}

export const ProductQuery = Type.Object(shared)
export type ProductQuery = Static<typeof ProductQuery>

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
  handle: Codes('handles of products: only these, in this order', 60),
  metal: Codes('codes of metals: products made in any of them'),
  cut: Codes('codes of stone cuts: products with any of them'),
  price: Type.Optional(
    Type.String({
      pattern: '^(\\d{1,9}(\\.\\d\\d)?-(\\d{1,9}(\\.\\d\\d)?)?|-\\d{1,9}(\\.\\d\\d)?)$',
      description:
        'units of the answer’s currency, the first included, the second excluded: 250-500, -250, 1000-, -500.01',
    }),
  ),
  in_stock: Type.Optional(Type.Boolean({ description: 'only what can be bought now, in one of the given metals' })),
  facets: Type.Optional(Type.Boolean({ description: 'count the products that each further choice would show' })),
})
export type ListQuery = Static<typeof ListQuery>

export function toChoice({ handle, metal, cut, price, in_stock: inStock, facets: withFacets }: ListQuery): CardQuery {
  return {
    ...(handle && { handles: handle }),
    ...(metal && { metals: metal }),
    ...(cut && { cuts: cut }),
    ...(price !== undefined && { price: parsePriceRange(price) }),
    inStock,
    withFacets,
  }
}

export async function openShop(
  app: FastifyInstance,
  request: FastifyRequest,
  { currency }: ProductQuery,
): Promise<{ shop: Shop; view: View }> {
  const { locale, regionId: own } = request.visitor
  const regionId = currency === undefined ? own : app.catalog.regionForCurrency(currency, own).id
  return { shop: app.catalog.shop(), view: { locale, regionId } }
}
