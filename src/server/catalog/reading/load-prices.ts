import { inChunks, mapConcurrent } from '#server/infra/map-concurrent.ts'

import type { PriceList, ProductPrices, Region, Stamped, StampedMap } from '../records/records.ts'
import { CALLS_AT_ONCE, listInBytes, PRODUCTS_A_CALL, type CatalogSource } from './catalog-source.ts'

const PRICES = 'id,variants.id,*variants.calculated_price'

export interface PricesWanted {
  region: Region
  ids: readonly string[]
  /** What the products are known to cost there: what is the same is not made anew. */
  known: StampedMap<ProductPrices> | undefined
  /** The moment at which this reading began. */
  readAt: number
}

/**
 * Reads what the products named cost in one region.
 * @returns amounts in integer hundredths of the region's currency, by product id
 * @throws BackendError
 */
export async function loadPrices(
  source: CatalogSource,
  { region, ids, known, readAt }: PricesWanted,
): Promise<PriceList['prices']> {
  const found = new Map<string, Stamped<ProductPrices>>()
  await mapConcurrent(inChunks(ids, PRODUCTS_A_CALL), CALLS_AT_ONCE, async (product) => {
    const answer = await listInBytes(source, {
      id: product,
      region_id: region.id,
      ...(region.taxCountry ? { country_code: region.taxCountry.toLowerCase() } : {}),
      limit: product.length,
      fields: PRICES,
    })
    for (const one of await source.interpreter.toPrices({ answer, unit: source.priceUnit }, { ids: product, known }))
      found.set(one.id, { value: one.value, digest: one.digest, readAt })
    await source.yieldToLoop()
  })
  return found
}
