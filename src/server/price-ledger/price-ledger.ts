import type { FastifyBaseLogger } from 'fastify'

import type { Catalog } from '#server/catalog/catalog.ts'
import type { CatalogContents, PriceList } from '#server/catalog/records/records.ts'
import type { Database } from '#server/infra/database/database.ts'
import { inChunks } from '#server/infra/scheduling.ts'

import {
  enterPrices,
  forgetLook,
  forgetPrices,
  lastDigests,
  takeLook,
  type LedgerRegion,
  type PriceEntry,
} from './price-ledger-queries.ts'

/** Keeps book of what every product costs, so that no one has to believe a crossed-out price. */
export interface PriceLedger {
  /** Enters what has changed since; what cannot be written now is tried the next time. Throws nothing. */
  write(): Promise<void>
  /**
   * Enters what products cost in one region where no one shops, whose prices are not loaded: the one that no storefront
   * has looked at for the longest, where that is long enough. Throws nothing.
   * @param signal ends it between two readings, and silences it
   */
  lookElsewhere(signal: AbortSignal): Promise<void>
  /** Deletes what is older than may be kept. */
  forgetOld(): Promise<void>
}

/** As long as a whole year can be looked back on, with a month before it. */
const RETENTION_DAYS = 400
const DAY_MS = 86_400_000
const AT_ONCE = 500
/** The digest of a product that is not sold any more. */
const NOT_SOLD = 'not sold'
/** Every region is to be seen each day, also where a look came to nothing. */
const LOOK_AFTER_HOURS = 12

export function createPriceLedger(
  catalog: Pick<Catalog, 'contents' | 'age' | 'status' | 'readPrices'>,
  database: Pick<Database, 'transaction' | 'query' | 'state'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): PriceLedger {
  const opened = Date.now()
  const entered = new Map<string, Map<string, string>>()
  let seen: CatalogContents | undefined
  let isTroubled = false

  /** What was saved before we began may be older than what another storefront has entered meanwhile. */
  function isFresh(): boolean {
    const age = catalog.age()
    return age !== null && Date.now() - age * 1000 > opened
  }

  /** Of the processes of one data folder the reader alone writes. */
  function mayWrite(): boolean {
    return catalog.status().role === 'reader' && database.state() === 'ready' && isFresh()
  }

  async function enter(region: LedgerRegion, changed: readonly PriceEntry[], asOf?: string): Promise<void> {
    if (changed.length > 0) await database.transaction((tx) => enterPrices(tx, region, changed, asOf))
  }

  async function writePriceList({ regionId, currency_code: currency, prices }: PriceList, contents: CatalogContents) {
    const digests = entered.get(regionId) ?? (await lastDigests(database, regionId))
    entered.set(regionId, digests)
    const changed = [...changedOf(prices, digests, contents), ...goneOf(digests, contents)]
    for (const some of inChunks(changed, AT_ONCE)) {
      await enter({ regionId, currency }, some)
      for (const { productId, digest } of some) digests.set(productId, digest)
    }
  }

  async function look(contents: CatalogContents, signal: AbortSignal): Promise<void> {
    const elsewhere = contents.frame.value.regions.filter(({ id }) => !contents.priceLists.has(id))
    const taken = await takeLook(
      database,
      elsewhere.map(({ id }) => id),
      LOOK_AFTER_HOURS,
    )
    const region = elsewhere.find(({ id }) => id === taken?.regionId)
    if (!taken || !region) return
    const { regionId, asOf } = taken
    const ledger = { regionId, currency: region.currency_code }
    try {
      const digests = await lastDigests(database, regionId)
      // A few at a time, entered at once: the prices of a large shop weigh more than it can spare.
      for (const ids of inChunks([...contents.products.keys()], AT_ONCE)) {
        const prices = await catalog.readPrices(region, ids)
        signal.throwIfAborted()
        await enter(ledger, changedOf(prices, digests, contents), asOf)
      }
      await enter(ledger, goneOf(digests, contents), asOf)
    } catch (error) {
      await forgetLook(database, regionId).catch(() => undefined)
      throw error
    }
  }

  async function tryTo(work: () => Promise<void>, signal?: AbortSignal): Promise<void> {
    try {
      await work()
      isTroubled = false
    } catch (error) {
      if (signal?.aborted) return
      if (!isTroubled) log.warn({ err: error }, 'prices could not be entered in the ledger; trying on')
      isTroubled = true
    }
  }

  return {
    async write() {
      const contents = catalog.contents()
      if (!contents || contents === seen || !mayWrite()) return
      await tryTo(async () => {
        // What others enter of regions that are not loaded here is not seen.
        for (const regionId of entered.keys()) if (!contents.priceLists.has(regionId)) entered.delete(regionId)
        for (const priceList of contents.priceLists.values()) await writePriceList(priceList, contents)
        seen = contents
      })
    },
    async lookElsewhere(signal) {
      const contents = catalog.contents()
      if (contents && mayWrite()) await tryTo(() => look(contents, signal), signal)
    },
    forgetOld: () => forgetPrices(database, new Date(Date.now() - RETENTION_DAYS * DAY_MS)),
  }
}

/** What is asked now where that is other than what was entered last. */
function changedOf(
  prices: PriceList['prices'],
  digests: ReadonlyMap<string, string>,
  { products }: CatalogContents,
): PriceEntry[] {
  const changed: PriceEntry[] = []
  for (const [productId, { value, digest }] of prices) {
    const product = products.get(productId)?.value
    if (!product || digests.get(productId) === digest) continue
    const variants = product.variants.flatMap(({ id, sku }) => {
      const price = value.variants[id]
      return price ? [{ id, sku, amount: price.calculated_amount, original: price.original_amount }] : []
    })
    changed.push({ productId, handle: product.handle, digest, variants })
  }
  return changed
}

/** What was entered, and is not known to the catalog any more: so that no one is asked to mend its price. */
function goneOf(digests: ReadonlyMap<string, string>, { products }: CatalogContents): PriceEntry[] {
  const gone: PriceEntry[] = []
  for (const [productId, digest] of digests)
    if (digest !== NOT_SOLD && !products.has(productId))
      gone.push({ productId, handle: null, digest: NOT_SOLD, variants: [] })
  return gone
}
