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

export interface CatalogReading {
  readAt: number
  asked: 'all' | readonly string[]
  /** Absent in a read of a few products. */
  frame?: Stamped<Frame>
  products: StampedMap<ProductRecord>
  prices: readonly { region: Region; found: StampedMap<ProductPrices> }[]
}

export interface Missing {
  products: Gone
  prices: ReadonlyMap<string, Gone>
}

export const NOTHING_MISSING: Missing = { products: NOTHING_GONE, prices: new Map() }

export async function mergeCatalog(
  current: CatalogContents | undefined,
  missing: Missing,
  reading: CatalogReading,
  keepsPriceList: (regionId: string) => boolean,
  yieldToLoop: YieldToLoop,
): Promise<{ contents: CatalogContents; missing: Missing }> {
  const { readAt, asked } = reading
  const frame = newest(current?.frame, reading.frame)
  if (!frame) throw new Error('A read of a few products cannot come before the first full read.')

  const productReading = { readAt, asked, found: reading.products }
  const products = await mergeReading(current?.products ?? new Map(), missing.products, productReading, yieldToLoop)
  const priceLists = new Map<string, PriceList>()
  for (const [regionId, priceList] of current?.priceLists ?? [])
    if (keepsPriceList(regionId)) priceLists.set(regionId, priceList)

  const missingPrices = new Map([...missing.prices].filter(([regionId]) => keepsPriceList(regionId)))
  for (const { region, found } of reading.prices) {
    const known = current?.priceLists.get(region.id)
    // Only a full read may add a price list: a partial one would show products without a price.
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

/** Adds a region's first price list. If the region has prices by now, the newer price of each product wins. */
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
