import type { ExecArgs } from '@medusajs/framework/types'

import { onlyRow, rowsOf } from '../rows.ts'
import { generatedProduct, MOST_GENERATED } from '../shop/generated-product.ts'
import type { NewProduct } from '../shop/new-product.ts'
import { signalCatalog } from '../storefront/catalog-signals.ts'
import { readCategories } from './categories.ts'
import { addProducts } from './products.ts'

const BATCH = 50

/** `args` are the number of products and the origin of the storefront to notify at the end. */
export async function generateProducts({ container, args: [wanted, storefront] }: ExecArgs) {
  const count = Number(wanted)
  const rows = await rowsOf<{ handle: string }>(container, 'product', ['handle'])
  const known = new Set(rows.map(({ handle }) => handle))
  const products: NewProduct[] = []
  for (let index = 0; index < MOST_GENERATED && products.length < count; index += 1) {
    const product = generatedProduct(index)
    if (!known.has(product.handle)) products.push(product)
  }
  if (products.length < count) throw new Error(`Only ${products.length} more products can be generated, not ${count}`)

  const placement = {
    categories: await readCategories(container),
    location: (await onlyRow(container, 'stock_location', ['id'])).id,
  }
  for (let start = 0; start < products.length; start += BATCH) {
    await addProducts(container, products.slice(start, start + BATCH), placement)
    process.send?.({ done: Math.min(start + BATCH, products.length) })
  }
  await signalCatalog('products.generated', undefined, storefront)
}
