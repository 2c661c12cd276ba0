import type { MedusaContainer } from '@medusajs/framework/types'

import { rowsOf } from '../rows.ts'
import { ALL_PRODUCTS, CATEGORIES, COLLECTIONS } from '../shop/samples.ts'
import { isSample, type StoredProduct } from './is-sample.ts'
import { SALE_TITLE } from './sale.ts'

interface Named {
  id: string
  handle: string
}

/** Rows that the merchant has changed are the merchant's own and are not samples. */
export interface Samples {
  products: (Named & { variants: string[] })[]
  /** With changed texts, images, variants or prices. */
  changed: Named[]
  /** Sub-categories come before the categories above them. */
  categories: Named[]
  collections: Named[]
  /** Without a price of another product. */
  priceLists: { id: string; title: string }[]
}

interface Product extends Named {
  variants: { id: string; price_set: { id: string } | null }[]
}

export async function findSamples(container: MedusaContainer): Promise<Samples> {
  const products = await rowsOf<Product>(container, 'product', ['id', 'handle', 'variants.id', 'variants.price_set.id'])
  const seeded = new Map(ALL_PRODUCTS.map((product) => [product.handle, product]))
  const stored = await rowsOf<StoredProduct & Named>(
    container,
    'product',
    [
      'id',
      'handle',
      'title',
      'subtitle',
      'description',
      'thumbnail',
      'images.url',
      'variants.sku',
      'variants.thumbnail',
      'variants.price_set.prices.amount',
      'variants.price_set.prices.currency_code',
      'variants.price_set.prices.price_list_id',
      'variants.price_set.prices.rules_count',
    ],
    { handle: [...seeded.keys()] },
  )
  const unchanged = new Set(
    stored.flatMap((product) => {
      const sample = seeded.get(product.handle)
      return sample && isSample(product, sample) ? [product.id] : []
    }),
  )
  const samples = products.filter(({ id }) => unchanged.has(id))
  const others = products.filter(({ id }) => !unchanged.has(id))
  return {
    products: samples.map((product) => ({ ...toNamed(product), variants: product.variants.map(({ id }) => id) })),
    changed: others.filter(({ handle }) => seeded.has(handle)).map(toNamed),
    categories: await sampleCategories(container),
    collections: await sampleCollections(container),
    priceLists: await samplePriceLists(container, others),
  }
}

async function sampleCategories(container: MedusaContainer): Promise<Named[]> {
  const rows = await rowsOf<Named & { name: string }>(container, 'product_category', ['id', 'handle', 'name'])
  const inOrder = [...CATEGORIES.flatMap(({ children }) => children), ...CATEGORIES]
  return inOrder.flatMap(({ handle, name }) =>
    rows.filter((row) => row.handle === handle && row.name === name.en).map(toNamed),
  )
}

async function sampleCollections(container: MedusaContainer): Promise<Named[]> {
  const rows = await rowsOf<Named & { title: string }>(container, 'product_collection', ['id', 'handle', 'title'])
  return rows
    .filter((row) => COLLECTIONS.some(({ handle, title }) => row.handle === handle && row.title === title.en))
    .map(toNamed)
}

async function samplePriceLists(
  container: MedusaContainer,
  others: readonly Product[],
): Promise<Samples['priceLists']> {
  const lists = await rowsOf<{ id: string; title: string; prices: { price_set_id: string }[] }>(
    container,
    'price_list',
    ['id', 'title', 'prices.price_set_id'],
    { title: SALE_TITLE },
  )
  const sets = new Set(others.flatMap(({ variants }) => variants.map(({ price_set: set }) => set?.id)))
  return lists
    .filter(({ prices }) => !prices.some(({ price_set_id: set }) => sets.has(set)))
    .map(({ id, title }) => ({ id, title }))
}

function toNamed({ id, handle }: Named): Named {
  return { id, handle }
}
