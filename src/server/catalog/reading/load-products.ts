import { inChunks, mapConcurrent } from '#server/infra/map-concurrent.ts'
import { LOCALES, type Locale } from '#shared/i18n/locale.ts'

import type { ProductRecord, Stamped, StampedMap } from '../records/records.ts'
import { CALLS_AT_ONCE, listInBytes, PRODUCTS_A_CALL, type CatalogSource } from './catalog-source.ts'

const IDS_A_CALL = 5000

/** `*` where the backend gives the whole or nothing; the rest is named, since it has much that we do not need. */
const FACTS = [
  'id,handle,status,title,subtitle,description,material,thumbnail,discountable,created_at,metadata',
  'images.id,images.url,images.rank,options.id,options.title,options.values.id,options.values.value',
  '*variants,variants.options.id,*variants.images,variants.inventory_quantity',
  '*categories,collection_id,type.value,tags.value',
].join()

const TEXTS = [
  'id,title,subtitle,description,material',
  'options.id,options.title,options.values.id,options.values.value,variants.id,variants.title',
].join()

/**
 * Reads which products there are.
 * Ids come first and products by their ids, since pages of products would miss one when another is deleted meanwhile.
 * @throws BackendError
 */
export async function loadProductIds({ store }: CatalogSource): Promise<string[]> {
  const ids = new Set<string>()
  for (let offset = 0, count = 1; offset < count; offset += IDS_A_CALL) {
    const page = await store.product.list({ limit: IDS_A_CALL, offset, order: 'id', fields: 'id' })
    for (const { id } of page.products) ids.add(id)
    count = page.count
  }
  return [...ids]
}

/**
 * Reads the facts and the words of the products named; a product that is not for sale (any more) is absent.
 * @param wanted `known`: what is the same as there is not made anew; `readAt`: the moment at which this reading began
 * @throws BackendError
 */
export async function loadProducts(
  source: CatalogSource,
  { ids, known, readAt }: { ids: readonly string[]; known: StampedMap<ProductRecord> | undefined; readAt: number },
): Promise<Map<string, Stamped<ProductRecord>>> {
  const found = new Map<string, Stamped<ProductRecord>>()
  await mapConcurrent(inChunks(ids, PRODUCTS_A_CALL), CALLS_AT_ONCE, async (item) => {
    const query = { id: item, limit: item.length }
    const facts = await listInBytes(source, { ...query, fields: FACTS }, source.defaultLocale)
    const text: [Locale, ArrayBuffer][] = []
    for (const locale of LOCALES) {
      if (locale !== source.defaultLocale)
        text.push([locale, await listInBytes(source, { ...query, fields: TEXTS }, locale)])
    }
    for (const one of await source.interpreter.toRecords({ facts, words: text }, { ids: item, known }))
      found.set(one.id, { value: one.value, digest: one.digest, readAt })
    await source.yieldToLoop()
  })
  return found
}
