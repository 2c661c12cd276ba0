import type { ExecArgs } from '@medusajs/framework/types'

import { toNewProduct } from '../shop/new-product.ts'
import { ALL_PIECES } from '../shop/pieces/all-pieces.ts'
import { prepareDelivery } from './delivery.ts'
import { prepareKeys } from './keys.ts'
import { addProducts } from './products.ts'
import { prepareRegions } from './regions.ts'
import { prepareShelf } from './shelf.ts'
import { rowsOf } from './shop-container.ts'
import { prepareStore } from './store.ts'

/** Fills an empty backend with the sample shop; run again, it adds what is missing. Arguments: publishable key, admin key. */
export async function seedShop({ container, args }: ExecArgs): Promise<void> {
  const [publishable, admin] = args
  if (!publishable || !admin) throw new Error('The seed needs the publishable key and the admin key')
  await prepareStore(container)
  const regions = await prepareRegions(container)
  const location = await prepareDelivery(container, regions)
  const products = ALL_PIECES.map(toNewProduct)
  const shelf = await prepareShelf(container, [...new Set(products.flatMap(({ cut }) => cut ?? []))])
  const known = new Set(
    (await rowsOf<{ handle: string }>(container, 'product', ['handle'])).map(({ handle }) => handle),
  )
  await addProducts(
    container,
    products.filter(({ handle }) => !known.has(handle)),
    { shelf, location },
  )
  await prepareKeys(container, { publishable, admin })
}
