import type { FastifyBaseLogger } from 'fastify'

import type { Catalog } from '#server/catalog/catalog.ts'
import type { CatalogContents, PriceSheet } from '#server/catalog/records.ts'
import type { Database } from '#server/database/database.ts'
import { enterPrices, forgetPrices, lastDigests, type PriceEntry } from '#server/database/price-ledger.ts'

/** Keeps book of what every piece costs, so that nobody has to believe a crossed-out price. */
export interface PriceLedger {
  /** Enters what has changed since; what cannot be written now is tried the next time. Throws nothing. */
  write(): Promise<void>
  /** Deletes what is older than may be kept. */
  forgetOld(): Promise<void>
}

/** As long as a whole year can be looked back on, with a month before it. */
const KEPT_DAYS = 400
const DAY_MS = 86_400_000
const AT_ONCE = 500

export function createPriceLedger(
  catalog: Pick<Catalog, 'contents' | 'age' | 'status'>,
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

  async function writeSheet({ regionId, currency_code: currency, prices }: PriceSheet, contents: CatalogContents) {
    const digests = entered.get(regionId) ?? (await lastDigests(database, regionId))
    entered.set(regionId, digests)
    const changed: PriceEntry[] = []
    for (const [productId, { value, digest }] of prices) {
      const product = contents.products.get(productId)?.value
      if (!product || digests.get(productId) === digest) continue
      const variants = product.variants.flatMap(({ id, sku }) => {
        const price = value.variants[id]
        return price ? [{ id, sku, amount: price.calculated_amount, original: price.original_amount }] : []
      })
      changed.push({ productId, handle: product.handle, digest, variants })
    }
    for (let from = 0; from < changed.length; from += AT_ONCE) {
      const some = changed.slice(from, from + AT_ONCE)
      await database.transaction((tx) => enterPrices(tx, { regionId, currency }, some))
      for (const { productId, digest } of some) digests.set(productId, digest)
    }
  }

  return {
    async write() {
      const contents = catalog.contents()
      // Of the processes of one data folder the reader alone writes.
      if (!contents || contents === seen || catalog.status().role !== 'reader') return
      if (database.state() !== 'ready' || !isFresh()) return
      try {
        for (const sheet of contents.sheets.values()) await writeSheet(sheet, contents)
        seen = contents
        isTroubled = false
      } catch (error) {
        if (!isTroubled) log.warn({ err: error }, 'prices could not be entered in the ledger; trying on')
        isTroubled = true
      }
    },
    forgetOld: () => forgetPrices(database, new Date(Date.now() - KEPT_DAYS * DAY_MS)),
  }
}
