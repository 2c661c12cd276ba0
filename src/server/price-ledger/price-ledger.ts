import { createHash } from 'node:crypto'

import type { FastifyBaseLogger } from 'fastify'

import type { Catalog } from '#server/catalog/catalog.ts'
import type { CatalogContents, ProductPrices, Region } from '#server/catalog/records/records.ts'
import type { Database } from '#server/infra/database/database.ts'
import { createYieldToLoop, inChunks } from '#server/infra/scheduling.ts'

import { insertPrices, deletePrices, readLastDigests, otherRegions, type PriceEntry } from './price-ledger-queries.ts'

/** One year, and the month before it. */
const RETENTION_DAYS = 400
const DAY_MS = 86_400_000
const CHUNK = 500
/** The digest of a product that is no longer sold. */
const NOT_SOLD = 'not sold'
/** The price history of every product, against which crossed-out prices are checked. */
export function createPriceLedger(
  catalog: Pick<Catalog, 'contents' | 'age' | 'status'>,
  database: Pick<Database, 'transaction' | 'query' | 'state'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
) {
  const startedAt = Date.now()
  /** The digest of the last entry for each product id, by region. */
  const recorded = new Map<string, Map<string, string>>()
  let lastWritten: CatalogContents | undefined
  /** The regions of the catalog when the entries of all others were ended. */
  let endedBeside: string | undefined
  let isFailing = false

  /**
   * Returns whether the catalog is current. A catalog saved before the start may be older than the entries of other
   * storefronts.
   */
  function isFresh(): boolean {
    const age = catalog.age()
    return age !== null && Date.now() - age * 1000 > startedAt
  }

  /** Returns whether this process may write: of the processes that share a data folder, only the catalog's reader. */
  function mayWrite(): boolean {
    return catalog.status().role === 'reader' && database.state() === 'ready' && isFresh()
  }

  async function writePrices({ id: regionId, currency_code: currency }: Region, contents: CatalogContents) {
    const digests = recorded.get(regionId) ?? (await readLastDigests(database, regionId))
    recorded.set(regionId, digests)
    const changed = [...(await changedOf(regionId, digests, contents, lastWritten)), ...goneOf(digests, contents)]
    for (const chunk of inChunks(changed, CHUNK)) {
      await database.transaction((tx) => insertPrices(tx, { regionId, currency }, chunk))
      for (const { productId, digest } of chunk) digests.set(productId, digest)
    }
  }

  /** Ends the entries of regions that the catalog no longer has, so that their prices are no longer compared. */
  async function endOtherRegions({ frame }: CatalogContents): Promise<void> {
    const ids = frame.regions.map(({ id }) => id).toSorted()
    // A catalog without regions sells nothing yet.
    if (ids.length === 0 || ids.join(' ') === endedBeside) return
    for (const region of await otherRegions(database, ids)) {
      const gone = endOf(await readLastDigests(database, region.regionId), () => true)
      for (const chunk of inChunks(gone, CHUNK)) await database.transaction((tx) => insertPrices(tx, region, chunk))
    }
    endedBeside = ids.join(' ')
  }

  return {
    /** Records the prices that changed since the last call. Retries failed writes in the next call. Never throws. */
    async write() {
      const contents = catalog.contents()
      if (!contents || contents === lastWritten || !mayWrite()) return
      try {
        for (const region of contents.frame.regions) await writePrices(region, contents)
        await endOtherRegions(contents)
        lastWritten = contents
        isFailing = false
      } catch (error) {
        if (!isFailing)
          log.warn(
            { event: 'price_ledger.write_failed', err: error },
            'prices could not be written to the ledger; will retry',
          )
        isFailing = true
      }
    },
    /** Deletes entries older than `RETENTION_DAYS`. */
    deleteOld: () => deletePrices(database, new Date(Date.now() - RETENTION_DAYS * DAY_MS)),
  }
}

/** Returns the prices that differ from the last entry. */
async function changedOf(
  regionId: string,
  digests: ReadonlyMap<string, string>,
  { products }: CatalogContents,
  lastWritten: CatalogContents | undefined,
): Promise<PriceEntry[]> {
  const changed: PriceEntry[] = []
  const yieldToLoop = createYieldToLoop()
  for (const [productId, product] of products) {
    const prices = product.prices[regionId]
    if (!prices || (lastWritten?.products.get(productId) === product && digests.has(productId))) continue
    const digest = digestOf(prices)
    await yieldToLoop()
    if (digests.get(productId) === digest) continue
    const variants = product.variants.flatMap(({ id, sku }) => {
      const price = prices.variants[id]
      return price ? [{ id, sku, amount: price.calculated_amount, original: price.original_amount }] : []
    })
    changed.push({ productId, handle: product.handle, digest, variants })
  }
  return changed
}

function digestOf(prices: ProductPrices): string {
  return createHash('sha1').update(JSON.stringify(prices)).digest('base64url')
}

/**
 * Returns the products that the catalog no longer has. Their entries end, so that their prices are no longer compared.
 */
function goneOf(digests: ReadonlyMap<string, string>, { products }: CatalogContents): PriceEntry[] {
  return endOf(digests, (productId) => !products.has(productId))
}

/** Returns entries that end those of products. */
function endOf(digests: ReadonlyMap<string, string>, isGone: (productId: string) => boolean): PriceEntry[] {
  const gone: PriceEntry[] = []
  for (const [productId, digest] of digests)
    if (digest !== NOT_SOLD && isGone(productId)) gone.push({ productId, handle: null, digest: NOT_SOLD, variants: [] })
  return gone
}
