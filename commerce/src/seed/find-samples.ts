import type { MedusaContainer } from '@medusajs/framework/types'

import { rowsOf } from '../rows.ts'
import { ALL_PRODUCTS, CATEGORIES, COLLECTIONS } from '../shop/samples.ts'
import { isSample, type StoredProduct } from './is-sample.ts'
import { SALE_TITLE } from './sale.ts'

interface Named {
  id: string
  handle: string
}

interface Product extends Named {
  variants: { id: string; price_set: { id: string } | null }[]
}

const STORED = `id handle title subtitle description thumbnail images.url variants.sku variants.thumbnail
  variants.price_set.prices.amount variants.price_set.prices.currency_code variants.price_set.prices.price_list_id
  variants.price_set.prices.rules_count`.split(/\s+/)

/**
 * Rows that the merchant has changed are the merchant's own and are not samples. `changed` are products with changed
 * texts, images, variants or prices. Price lists have no price of another product.
 */
export async function findSamples(container: MedusaContainer) {
  const products = await rowsOf<Product>(container, 'product', ['id', 'handle', 'variants.id', 'variants.price_set.id'])
  const seeded = new Map(ALL_PRODUCTS.map((product) => [product.handle, product]))
  const stored = await rowsOf<StoredProduct & Named>(container, 'product', STORED, { handle: [...seeded.keys()] })
  const unchanged = new Set(
    stored.flatMap((product) => {
      const sample = seeded.get(product.handle)
      return sample && isSample(product, sample) ? [product.id] : []
    }),
  )
  const samples = products.filter(({ id }) => unchanged.has(id))
  const others = products.filter(({ id }) => !unchanged.has(id))
  // Sub-categories come before the categories above them.
  const categories = [...CATEGORIES.flatMap(({ children }) => children), ...CATEGORIES]
  const categoryRows = await rowsOf<Named & { name: string }>(container, 'product_category', ['id', 'handle', 'name'])
  const fields = ['id', 'handle', 'title']
  const collectionRows = await rowsOf<Named & { title: string }>(container, 'product_collection', fields)
  const lists = await rowsOf<{ id: string; title: string; prices: { price_set_id: string }[] }>(
    container,
    'price_list',
    ['id', 'title', 'prices.price_set_id'],
    { title: SALE_TITLE },
  )
  const sets = new Set(others.flatMap(({ variants }) => variants.map(({ price_set: set }) => set?.id)))
  return {
    products: samples.map(({ id, handle, variants }) => ({ id, handle, variants: variants.map((one) => one.id) })),
    changed: others.filter(({ handle }) => seeded.has(handle)).map(toNamed),
    categories: categories.flatMap(({ handle, name }) =>
      categoryRows.filter((row) => row.handle === handle && row.name === name.en).map(toNamed),
    ),
    collections: collectionRows
      .filter((row) => COLLECTIONS.some(({ handle, title }) => row.handle === handle && row.title === title.en))
      .map(toNamed),
    priceLists: lists
      .filter(({ prices }) => !prices.some(({ price_set_id: set }) => sets.has(set)))
      .map(({ id, title }) => ({ id, title })),
  }
}

function toNamed({ id, handle }: Named) {
  return { id, handle }
}
