import pMap from 'p-map'
import PQueue from 'p-queue'

import { backOff, createAlarm } from '#server/infra/scheduling.ts'

import type { CatalogStore } from './catalog-store.ts'
import {
  CALLS_AT_ONCE,
  loadFrame,
  loadPrices,
  loadProductIds,
  loadProducts,
  type CatalogSource,
} from './reading/load-catalog.ts'
import { addPriceList, mergeCatalog, NOTHING_MISSING, type CatalogReading } from './reading/merge-catalog.ts'
import { createRefreshQueue } from './reading/refresh-queue.ts'
import { createRegionDelivery } from './reading/region-delivery.ts'
import type { ProductPrices, Region, Stamped, StampedMap } from './records/records.ts'
import { stamp } from './records/stamp.ts'

export type Reader = ReturnType<typeof createReader>

const MIN_PAUSE_MS = 250
/** A refresh of more products than this, and of more than half of the shop, becomes a full read. */
const MAX_PARTIAL = 200

/** Reads the backend into the catalog store: everything at intervals, and single products on request. */
export function createReader(options: {
  store: CatalogStore
  source: (signal: AbortSignal) => CatalogSource
  refreshSeconds: number
  /** The default region first. A full read refreshes it and the loaded ones; `loadPriceList` loads the others. */
  loadedRegions: (regions: readonly Region[]) => Region[]
  /** @param at when the full read started, in ms */
  onFullRead: (at: number) => void
  onFailure: (error: unknown, summary: string) => void
}) {
  const { store, loadedRegions } = options
  const stopping = new AbortController()
  const source = options.source(stopping.signal)
  const deliveryOf = createRegionDelivery({
    store: source.store,
    priceUnit: source.priceUnit,
    onFailure: (error, summary) => stopping.signal.aborted || options.onFailure(error, summary),
  })
  const alarm = createAlarm()
  const queue = createRefreshQueue()
  const merges = new PQueue({ concurrency: 1 })
  let missing = NOTHING_MISSING
  /** Numbers the reads by their start; see `Stamped.readAt`. */
  let lastRead = 0
  let loops: Promise<unknown> = Promise.resolve()
  /** The products that were re-read while a price list is loaded. Their prices are then read again. */
  const pendingPriceLists = new Set<Set<string>>()

  async function commit(reading: CatalogReading): Promise<void> {
    // Merges run one at a time, since each adds to the result of the previous merge.
    const { shown } = await merges.add(() => merge(reading))
    await shown
  }

  async function merge(reading: CatalogReading): Promise<{ shown: Promise<void> }> {
    const current = store.contents()
    const regions = reading.frame?.value.regions ?? current?.frame.value.regions ?? []
    const wantedIds = new Set(loadedRegions(regions).map(({ id }) => id))
    const merged = await mergeCatalog(
      current,
      missing,
      reading,
      (regionId) => wantedIds.has(regionId),
      source.yieldToLoop,
    )
    missing = merged.missing
    // A price list may have been loaded during the merge. It then lacks the products that are new in this read.
    const added = [...(store.contents()?.priceLists.values() ?? [])].filter(
      ({ regionId }) => !current?.priceLists.has(regionId),
    )
    const unpriced = added.flatMap(({ prices }) => [...reading.products.keys()].filter((id) => !prices.has(id)))
    if (unpriced.length > 0) void queue.askSome(unpriced)
    return { shown: store.replace(added.reduce(addPriceList, merged.contents)) }
  }

  async function readAll(): Promise<void> {
    const readAt = ++lastRead
    const frame = await loadFrame(source, readAt, store.contents()?.frame.value.regions ?? [])
    const ids = await loadProductIds(source)
    const products = await loadProducts(source, { ids, readAt, known: store.contents()?.products })
    const prices: CatalogReading['prices'][number][] = []
    for (const region of regionsToRead(frame.value.regions)) {
      prices.push({ region, found: await loadPrices(source, { region, ids, readAt, known: knownPrices(region) }) })
    }
    await commit({ readAt, asked: 'all', frame, products, prices })
  }

  /** It comes after the products, so that the first page does not wait for it. */
  async function readDelivery(): Promise<void> {
    const frame = store.contents()?.frame
    if (!frame) return
    const regions = await pMap(
      frame.value.regions,
      async (region) => {
        const delivery = await deliveryOf(region.id)
        return delivery === undefined ? region : { ...region, delivery }
      },
      // One at a time, because shoppers are already here.
      { concurrency: 1 },
    )
    const readAt = ++lastRead
    const fresh = stamp({ ...frame.value, regions }, readAt)
    if (fresh.digest !== frame.digest)
      await commit({ readAt, asked: [], frame: fresh, products: new Map(), prices: [] })
  }

  async function readSome(ids: readonly string[]): Promise<void> {
    const readAt = ++lastRead
    for (const touched of pendingPriceLists) for (const id of ids) touched.add(id)
    const products = await loadProducts(source, { ids, readAt, known: store.contents()?.products })
    const loaded = store.contents()?.priceLists
    const regions = store.contents()?.frame.value.regions.filter(({ id }) => loaded?.has(id)) ?? []
    const prices = await pMap(
      regions,
      async (region) => ({
        region,
        found: await loadPrices(source, { region, ids, readAt, known: knownPrices(region) }),
      }),
      { concurrency: CALLS_AT_ONCE },
    )
    await commit({ readAt, asked: ids, products, prices })
  }

  async function keepReadingAll(onFirst: () => void): Promise<void> {
    let failures = 0
    while (!stopping.signal.aborted) {
      const began = Date.now()
      const asked = queue.takeAll()
      try {
        await readAll()
        failures = 0
        options.onFullRead(began)
        asked.done()
        onFirst()
        await readDelivery()
      } catch (error) {
        failures += 1
        asked.putBack()
        if (!stopping.signal.aborted) options.onFailure(error, 'catalog: the backend could not be read')
      }
      onFirst()
      if (stopping.signal.aborted) return
      const pause = began + options.refreshSeconds * 1000 - Date.now()
      await alarm.sleep(failures > 0 ? backOff(failures) : Math.max(MIN_PAUSE_MS, pause))
    }
  }

  async function keepRefreshing(): Promise<void> {
    let failures = 0
    while (!stopping.signal.aborted) {
      const asked = await queue.takeSome()
      if (stopping.signal.aborted) return
      try {
        await readSome(asked.ids)
        failures = 0
        asked.done()
      } catch (error) {
        failures += 1
        asked.putBack()
        if (stopping.signal.aborted) return
        options.onFailure(error, 'catalog: changed products could not be re-read')
        await queue.rest(backOff(failures))
      }
    }
  }

  async function loadPriceList(region: Region): Promise<void> {
    const touched = new Set<string>()
    pendingPriceLists.add(touched)
    try {
      const prices = new Map<string, Stamped<ProductPrices>>()
      const asked = new Set<string>()
      for (let ids = knownIds(); ids.length > 0; ids = [...touched, ...knownIds().filter((id) => !asked.has(id))]) {
        touched.clear()
        const found = await loadPrices(source, { region, ids, readAt: ++lastRead, known: undefined })
        for (const id of ids) {
          asked.add(id)
          prices.delete(id)
        }
        for (const [id, price] of found) prices.set(id, price)
      }
      const current = store.contents()
      if (!current) return
      await store.replace(addPriceList(current, { regionId: region.id, currency_code: region.currency_code, prices }))
    } finally {
      pendingPriceLists.delete(touched)
    }
  }

  /** With only the default region the first full read is short. */
  function regionsToRead(regions: readonly Region[]): Region[] {
    return loadedRegions(regions).filter((region, index) => index === 0 || knownPrices(region))
  }

  function knownPrices(region: Region): StampedMap<ProductPrices> | undefined {
    return store.contents()?.priceLists.get(region.id)?.prices
  }

  function knownIds(): string[] {
    return [...(store.contents()?.products.keys() ?? [])]
  }

  return {
    /** Resolves when the first full read has succeeded or failed. */
    async start() {
      const first = Promise.withResolvers<void>()
      // Without saved contents, refreshes wait for the first full read.
      const begun = store.contents() ? Promise.resolve() : first.promise
      loops = Promise.all([keepReadingAll(first.resolve), begun.then(keepRefreshing)])
      await first.promise
    },
    /** Resolves when the shop shows their state after this call. */
    async refresh(ids: readonly string[] | 'all') {
      if (ids !== 'all' && ids.length === 0) return
      const known = store.contents()?.products.size
      const isMost = ids === 'all' || known === undefined || ids.length > Math.max(MAX_PARTIAL, known / 2)
      const visible = isMost ? queue.askAll() : queue.askSome(ids)
      if (isMost) alarm.ring()
      await visible
    },
    loadPriceList,
    async stop() {
      stopping.abort()
      alarm.ring()
      queue.close()
      await loops
      await source.interpreter.close()
    },
  }
}
