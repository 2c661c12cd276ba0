import type { ExecArgs, MedusaContainer } from '@medusajs/framework/types'
import { updateStoresWorkflow } from '@medusajs/medusa/core-flows'

import { onlyRow, rowsOf } from '../rows.ts'
import { toNewProduct } from '../shop/new-product.ts'
import { ALL_PRODUCTS, REGIONS } from '../shop/samples.ts'
import { prepareCategories } from './categories.ts'
import { prepareDelivery } from './delivery.ts'
import { ensureKeys } from './keys.ts'
import { addProducts } from './products.ts'
import { prepareRegions } from './regions.ts'
import { prepareTaxes } from './taxes.ts'

/** `sample_shop` in the store's metadata: while the seed runs, and when it is complete. */
const BEGUN = 'begun'
const DONE = '1'

interface Store {
  id: string
  metadata: { sample_shop?: string } | null
}

/** Once, unless the backend has its own products or regions. An interrupted seed is continued. */
export async function seedShop({ container }: ExecArgs) {
  const store = await onlyRow<Store>(container, 'store', ['id', 'metadata'])
  const state = store.metadata?.sample_shop
  if (state === undefined && (await isInUse(container))) {
    console.log('This backend has products or regions already, so the sample shop is not added to it.')
  } else if (state === undefined || state === BEGUN) {
    await writeState(container, store, BEGUN)
    await fill(container, store.id)
    await writeState(container, store, DONE)
  } else {
    console.log('The sample shop was added earlier. Nothing is changed.')
  }
  await ensureKeys({ container })
}

async function isInUse(container: MedusaContainer) {
  const rows = await Promise.all(['product', 'region'].map((entity) => rowsOf(container, entity, ['id'])))
  return rows.flat().length > 0
}

async function writeState(container: MedusaContainer, { id, metadata }: Store, state: string) {
  await updateStoresWorkflow(container).run({
    input: { selector: { id }, update: { metadata: { ...metadata, sample_shop: state } } },
  })
}

async function fill(container: MedusaContainer, storeId: string) {
  await updateStoresWorkflow(container).run({
    input: {
      selector: { id: storeId },
      update: {
        name: 'Lumenite',
        // Per currency, since Medusa uses a region's tax setting only for prices of that region.
        supported_currencies: REGIONS.map(({ currency, taxIncluded = false }, index) => ({
          currency_code: currency,
          is_default: index === 0,
          is_tax_inclusive: taxIncluded,
        })),
        supported_locales: [{ locale_code: 'en-US' }, { locale_code: 'ru-RU' }],
      },
    },
  })
  const regions = await prepareRegions(container)
  await prepareTaxes(container)
  const location = await prepareDelivery(container, regions)
  const products = ALL_PRODUCTS.map(toNewProduct)
  const categories = await prepareCategories(container, [...new Set(products.flatMap(({ cut }) => cut ?? []))])
  const known = await rowsOf<{ handle: string }>(container, 'product', ['handle'])
  const missing = products.filter(({ handle }) => !known.some((product) => product.handle === handle))
  await addProducts(container, missing, { categories, location })
}
