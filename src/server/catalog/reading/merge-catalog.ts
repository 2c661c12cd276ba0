import type { YieldToLoop } from '#server/infra/scheduling.ts'

import type {
  CatalogContents,
  Frame,
  PriceList,
  ProductPrices,
  ProductRecord,
  Region,
  Stamped,
  StampedMap,
} from '../records/records.ts'
import { mergeReading, NOTHING_GONE, type Gone } from '../records/stamp.ts'

/** One reading of the backend: of everything, or of a few products. */
export interface CatalogReading {
  readAt: number
  asked: 'all' | readonly string[]
  /** Absent where only a few products were read. */
  frame?: Stamped<Frame>
  products: StampedMap<ProductRecord>
  prices: readonly { region: Region; found: StampedMap<ProductPrices> }[]
}

/** What readings did not find, so that an older one that comes in late does not bring it back. */
export interface Missing {
  products: Gone
  prices: ReadonlyMap<string, Gone>
}

export const NOTHING_MISSING: Missing = { products: NOTHING_GONE, prices: new Map() }

/**
 * Lays a reading over what is known, product by product and sheet by sheet, giving the event loop back in between.
 * @param keepsPriceList whether a region's prices are still wanted
 */
export async function mergeCatalog(
  current: CatalogContents | undefined,
  missing: Missing,
  reading: CatalogReading,
  keepsPriceList: (regionId: string) => boolean,
  yieldToLoop: YieldToLoop,
): Promise<{ contents: CatalogContents; missing: Missing }> {
  const { readAt, asked } = reading
  const frame = newest(current?.frame, reading.frame)
  if (!frame) throw new Error('A reading of a few pieces cannot come before the first of everything.')

  const whole = { readAt, asked, found: reading.products }
  const products = await mergeReading(current?.products ?? new Map(), missing.products, whole, yieldToLoop)
  const priceLists = new Map<string, PriceList>()
  for (const [regionId, priceList] of current?.priceLists ?? [])
    if (keepsPriceList(regionId)) priceLists.set(regionId, priceList)

  const missingPrices = new Map([...missing.prices].filter(([regionId]) => keepsPriceList(regionId)))
  for (const { region, found } of reading.prices) {
    const known = current?.priceLists.get(region.id)
    // A sheet is begun whole or not at all: half of one would show products without a price.
    if (!known && asked !== 'all') continue
    const before = known?.prices ?? new Map()
    const gone = missingPrices.get(region.id) ?? NOTHING_GONE
    const merged = await mergeReading(before, gone, { readAt, asked, found }, yieldToLoop)
    missingPrices.set(region.id, merged.gone)
    priceLists.set(region.id, { regionId: region.id, currency_code: region.currency_code, prices: merged.entries })
  }
  return {
    contents: { frame, products: products.entries, priceLists },
    missing: { products: products.gone, prices: missingPrices },
  }
}

/** Puts a region's first prices beside the others; where some came in meanwhile, of each product the newer stay. */
export function addPriceList(current: CatalogContents, priceList: PriceList): CatalogContents {
  const known = current.priceLists.get(priceList.regionId)
  const prices = new Map(known?.prices)
  for (const [id, price] of priceList.prices) {
    if ((prices.get(id)?.readAt ?? 0) < price.readAt) prices.set(id, price)
  }
  return { ...current, priceLists: new Map([...current.priceLists, [priceList.regionId, { ...priceList, prices }]]) }
}

function newest(known: Stamped<Frame> | undefined, fresh: Stamped<Frame> | undefined): Stamped<Frame> | undefined {
  if (!known || !fresh) return known ?? fresh
  if (known.readAt > fresh.readAt) return known
  return known.digest === fresh.digest ? { ...known, readAt: fresh.readAt } : fresh
}
