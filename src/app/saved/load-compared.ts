import type { Image } from '#shared/product/product.ts'
import { readHandles } from '#shared/product/products-query.ts'
import type { Stones } from '#shared/product/read-stones.ts'
import { MOST_SAVED } from '#shared/product/saved-lists.ts'
import type { ShownCard, ShownPrice } from '#shared/product/shown-product.ts'
import { STONE_CUTS, type StoneCut } from '#shared/product/stone-cuts.ts'

import type { ShopData } from '../routing/shop-data.ts'

export interface ComparedProduct {
  handle: string
  title: string
  image: Image | null
  price: ShownPrice | null
  /** The price is the lowest of several. */
  varies: boolean
  inStock: boolean
  metals: string[]
  /** The smallest first. */
  sizes: string[]
  material: string | null
  stones: readonly Stones[]
  /** Known even if the sizes of the stones are not. */
  cuts: readonly StoneCut[]
}

export interface ComparedData {
  products: ComparedProduct[]
  /** More products in the URL that are sold but not shown. */
  left: number
  /** Handles whose products are not sold. */
  gone: string[]
}

/** Of the handles that are read, the first four that are sold are compared. */
const MOST_NAMED = MOST_SAVED.wish_list

/** @throws if the products could not be loaded */
export async function loadCompared(shop: ShopData, search: URLSearchParams): Promise<ComparedData> {
  const handles = readHandles(search).slice(0, MOST_NAMED)
  if (handles.length === 0) return { products: [], left: 0, gone: [] }
  const cards = await shop.products(handles)
  const sold = new Set(cards.map(({ handle }) => handle))
  const products = await Promise.all(cards.slice(0, MOST_SAVED.compared).map(async (card) => toCompared(card, shop)))
  return { products, left: cards.length - products.length, gone: handles.filter((handle) => !sold.has(handle)) }
}

async function toCompared(card: ShownCard, shop: ShopData): Promise<ComparedProduct> {
  const product = await shop.product(card.handle)
  const valuesOf = (code: string) => product?.options.find((option) => option.code === code)?.values ?? []
  return {
    handle: card.handle,
    title: card.title,
    image: card.thumbnail,
    price: card.price,
    varies: card.price_varies,
    inStock: card.in_stock,
    metals: valuesOf('metal').map(({ value }) => value),
    sizes: valuesOf('size').map(({ value }) => value),
    material: product?.material ?? null,
    stones: product?.stones ?? [],
    cuts: STONE_CUTS.filter((cut) => product?.tags.includes(cut)),
  }
}
