import type { Breathe } from '../pace/breather.ts'
import type {
  CatalogContents,
  Frame,
  PriceSheet,
  ProductPrices,
  ProductRecord,
  Region,
  Stamped,
  StampedMap,
} from '../records.ts'
import { mergeReading, NOTHING_GONE, type Gone } from './stamp.ts'

/** One reading of the backend: of everything, or of a few pieces. */
export interface CatalogReading {
  readAt: number
  asked: 'all' | readonly string[]
  /** Absent where only a few pieces were read. */
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
 * Lays a reading over what is known, piece by piece and sheet by sheet, giving the event loop back in between.
 * @param keepsSheet whether a region's prices are still wanted
 */
export async function mergeCatalog(
  current: CatalogContents | undefined,
  missing: Missing,
  reading: CatalogReading,
  keepsSheet: (regionId: string) => boolean,
  breathe: Breathe,
): Promise<{ contents: CatalogContents; missing: Missing }> {
  const { readAt, asked } = reading
  const frame = newest(current?.frame, reading.frame)
  if (!frame) throw new Error('A reading of a few pieces cannot come before the first of everything.')

  const whole = { readAt, asked, found: reading.products }
  const products = await mergeReading(current?.products ?? new Map(), missing.products, whole, breathe)
  const sheets = new Map<string, PriceSheet>()
  for (const [regionId, sheet] of current?.sheets ?? []) if (keepsSheet(regionId)) sheets.set(regionId, sheet)

  const missingPrices = new Map([...missing.prices].filter(([regionId]) => keepsSheet(regionId)))
  for (const { region, found } of reading.prices) {
    const known = current?.sheets.get(region.id)
    // A sheet is begun whole or not at all: half of one would show pieces without a price.
    if (!known && asked !== 'all') continue
    const before = known?.prices ?? new Map()
    const gone = missingPrices.get(region.id) ?? NOTHING_GONE
    const merged = await mergeReading(before, gone, { readAt, asked, found }, breathe)
    missingPrices.set(region.id, merged.gone)
    sheets.set(region.id, { regionId: region.id, currency_code: region.currency_code, prices: merged.entries })
  }
  return {
    contents: { frame, products: products.entries, sheets },
    missing: { products: products.gone, prices: missingPrices },
  }
}

/** Puts a region's first prices beside the others; where some came in meanwhile, of each piece the newer stay. */
export function addSheet(current: CatalogContents, sheet: PriceSheet): CatalogContents {
  const known = current.sheets.get(sheet.regionId)
  const prices = new Map(known?.prices)
  for (const [id, price] of sheet.prices) {
    if ((prices.get(id)?.readAt ?? 0) < price.readAt) prices.set(id, price)
  }
  return { ...current, sheets: new Map([...current.sheets, [sheet.regionId, { ...sheet, prices }]]) }
}

function newest(known: Stamped<Frame> | undefined, fresh: Stamped<Frame> | undefined): Stamped<Frame> | undefined {
  if (!known || !fresh) return known ?? fresh
  if (known.readAt > fresh.readAt) return known
  return known.digest === fresh.digest ? { ...known, readAt: fresh.readAt } : fresh
}
