import type { ExecArgs } from '@medusajs/framework/types'

import { generatedProduct, MOST_GENERATED } from '../shop/generated-product.ts'
import type { NewProduct } from '../shop/new-product.ts'
import { signalCatalog } from '../storefront/catalog-signal.ts'
import { readCategories } from './categories.ts'
import { addProducts } from './products.ts'
import { onlyRow, rowsOf } from './shop-container.ts'

const BATCH = 50

/**
 * Adds products to a seeded shop, so many beside those generated before, and says after each batch how many there are.
 * Arguments: how many; the storefront to tell at the end, if any.
 */
export async function generateProducts({ container, args: [wanted, storefront] }: ExecArgs): Promise<void> {
  const count = Number(wanted)
  const known = new Set(
    (await rowsOf<{ handle: string }>(container, 'product', ['handle'])).map(({ handle }) => handle),
  )
  const products: NewProduct[] = []
  for (let index = 0; index < MOST_GENERATED && products.length < count; index += 1) {
    const product = generatedProduct(index)
    if (!known.has(product.handle)) products.push(product)
  }
  if (products.length < count) throw new Error(`Only ${products.length} more products can be generated, not ${count}`)

  const place = {
    categories: await readCategories(container),
    location: (await onlyRow<{ id: string }>(container, 'stock_location', ['id'])).id,
  }
  for (let start = 0; start < products.length; start += BATCH) {
    await addProducts(container, products.slice(start, start + BATCH), place)
    process.send?.({ done: Math.min(start + BATCH, products.length) })
  }
  await signalCatalog({ product_ids: [], all: true, event: 'products.generated' }, storefront)
}
