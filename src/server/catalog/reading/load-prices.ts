import { inPieces, inTurns } from '../pace/in-turns.ts'
import type { PriceSheet, ProductPrices, Region, Stamped, StampedMap } from '../records.ts'
import { CALLS_AT_ONCE, listInBytes, PRODUCTS_A_CALL, type CatalogSource } from './catalog-source.ts'

const PRICES = 'id,variants.id,*variants.calculated_price'

export interface PricesWanted {
  region: Region
  ids: readonly string[]
  /** What the pieces are known to cost there: what is the same is not made anew. */
  known: StampedMap<ProductPrices> | undefined
  /** The moment at which this reading began. */
  readAt: number
}

/**
 * Reads what the pieces named cost in one region.
 * @returns amounts in integer hundredths of the region's currency, by product id
 * @throws BackendError
 */
export async function loadPrices(
  source: CatalogSource,
  { region, ids, known, readAt }: PricesWanted,
): Promise<PriceSheet['prices']> {
  const found = new Map<string, Stamped<ProductPrices>>()
  await inTurns(inPieces(ids, PRODUCTS_A_CALL), CALLS_AT_ONCE, async (piece) => {
    const answer = await listInBytes(source, { id: piece, region_id: region.id, limit: piece.length, fields: PRICES })
    for (const one of await source.interpreter.toPrices({ answer, unit: source.priceUnit }, { ids: piece, known }))
      found.set(one.id, { value: one.value, digest: one.digest, readAt })
    await source.breathe()
  })
  return found
}
