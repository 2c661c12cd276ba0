import { MOST_SAVED } from '#shared/product/saved-lists.ts'
import type { ShownCard } from '#shared/product/shown-product.ts'
import { STONE_CUTS } from '#shared/product/stone-cuts.ts'

import type { PublicData } from '../routing/shop-data.ts'
import { loadShownList } from './load-shown-list.ts'

export type ComparedData = Awaited<ReturnType<typeof loadCompared>>
export type ComparedProduct = ComparedData['products'][number]

/**
 * The first four products of the URL that are sold; how many more there are, and the handles of those that are not
 * sold. Throws if the products could not be loaded.
 */
export async function loadCompared(shop: PublicData, search: URLSearchParams) {
  const { handles, cards } = await loadShownList(shop, search)
  const products = await Promise.all(cards.slice(0, MOST_SAVED.compared).map((card) => toCompared(card, shop)))
  const gone = handles.filter((handle) => !cards.some((card) => card.handle === handle))
  return { products, left: cards.length - products.length, gone }
}

async function toCompared({ handle, title, thumbnail, price, price_varies, in_stock }: ShownCard, shop: PublicData) {
  const product = await shop.product(handle)
  const valuesOf = (code: string) =>
    product?.options.find((option) => option.code === code)?.values.map(({ value }) => value) ?? []
  return {
    handle,
    title,
    image: thumbnail,
    price,
    varies: price_varies,
    inStock: in_stock,
    metals: valuesOf('metal'),
    /** The smallest first. */
    sizes: valuesOf('size'),
    material: product?.material ?? null,
    stones: product?.stones ?? [],
    /** Known even if the sizes of the stones are not. */
    cuts: STONE_CUTS.filter((cut) => product?.tags.includes(cut)),
  }
}
