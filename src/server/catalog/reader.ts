import { createSemaphore, mapConcurrent } from '#server/infra/concurrency.ts'
import { backOff, createAlarm } from '#server/infra/scheduling.ts'

import type { CatalogStore } from './catalog-store.ts'
import { CALLS_AT_ONCE, type CatalogSource } from './reading/catalog-source.ts'
import { loadFrame, loadPrices, loadProductIds, loadProducts } from './reading/load-frame.ts'
import { addPriceList, mergeCatalog, NOTHING_MISSING, type CatalogReading } from './reading/merge-catalog.ts'
import { createRefreshQueue } from './reading/refresh-queue.ts'
import type { PriceList, ProductPrices, Region, Stamped, StampedMap } from './records/records.ts'

/** Reads the backend and lays what it finds on the shelf: all of it now and then, a few products when told. */
export interface Reader {
  /** Begins; resolves when the first full read succeeded or failed. Reading goes on until `stop`. */
  start(): Promise<void>
  /** Resolves when the shop shows these products as they are after this call. */
  refresh(ids: readonly string[] | 'all'): Promise<void>
  /** Reads a region's prices for the first time. @throws BackendError */
  loadPriceList(region: Region): Promise<void>
  /** Reads what products cost in a region, and lays it nowhere. @throws BackendError */
  readPrices(region: Region, ids: readonly string[]): Promise<PriceList['prices']>
  stop(): Promise<void>
}

export interface ReaderOptions {
  store: CatalogStore
  source: (signal: AbortSignal) => CatalogSource
  refreshSeconds: number
  /**
   * Regions whose prices are kept, the default region first. Prices of another that is not loaded come with
   * `loadPriceList`.
   */
  loadedRegions: (regions: readonly Region[]) => Region[]
  /** @param at when the full read began */
  onFullRead: (at: number) => void
  onFailure: (error: unknown, what: string) => void
}

/** A backend that needs longer for a full read than the pause between two still gets this much rest. */
const REST_MS = 250
/** As many products are always re-read by themselves; of more, when they are less than half of the shop. */
const SOME = 200

export function createReader(options: ReaderOptions): Reader {
  const { store, loadedRegions } = options
  const stopping = new AbortController()
  const source = options.source(stopping.signal)
  const alarm = createAlarm()
  const queue = createRefreshQueue()
  const runLocked = createSemaphore(1, Number.POSITIVE_INFINITY)
  let missing = NOTHING_MISSING
  let readings = 0
  let loops: Promise<unknown> = Promise.resolve()
  /** Products re-read while a region's first prices are on their way; the newer of both counts. */
  const priceListsUnderWay = new Set<Set<string>>()

  async function commit(reading: CatalogReading): Promise<void> {
    // One after the other: what one has laid on the shelf is what the next one adds to.
    const { shown } = await runLocked(() => layOver(reading))
    await shown
  }

  async function layOver(reading: CatalogReading): Promise<{ shown: Promise<void> }> {
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
    // A region's first prices may have come in meanwhile, without those of a product that is new in this reading.
    const added = [...(store.contents()?.priceLists.values() ?? [])].filter(
      ({ regionId }) => !current?.priceLists.has(regionId),
    )
    const unpriced = added.flatMap(({ prices }) => [...reading.products.keys()].filter((id) => !prices.has(id)))
    if (unpriced.length > 0) void queue.askSome(unpriced)
    return { shown: store.replace(added.reduce(addPriceList, merged.contents)) }
  }

  async function readAll(): Promise<void> {
    const readAt = ++readings
    const frame = await loadFrame(source, readAt)
    const ids = await loadProductIds(source)
    const products = await loadProducts(source, { ids, readAt, known: store.contents()?.products })
    const prices: CatalogReading['prices'][number][] = []
    for (const region of regionsToRead(frame.value.regions)) {
      prices.push({ region, found: await loadPrices(source, { region, ids, readAt, known: knownPrices(region) }) })
    }
    await commit({ readAt, asked: 'all', frame, products, prices })
  }

  async function readSome(ids: readonly string[]): Promise<void> {
    const readAt = ++readings
    for (const touched of priceListsUnderWay) for (const id of ids) touched.add(id)
    const products = await loadProducts(source, { ids, readAt, known: store.contents()?.products })
    const loaded = store.contents()?.priceLists
    const regions = store.contents()?.frame.value.regions.filter(({ id }) => loaded?.has(id)) ?? []
    const prices = await mapConcurrent(regions, CALLS_AT_ONCE, async (region) => ({
      region,
      found: await loadPrices(source, { region, ids, readAt, known: knownPrices(region) }),
    }))
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
      } catch (error) {
        failures += 1
        asked.putBack()
        if (!stopping.signal.aborted) options.onFailure(error, 'The catalogue could not be read')
      }
      onFirst()
      if (stopping.signal.aborted) return
      const rest = began + options.refreshSeconds * 1000 - Date.now()
      await alarm.sleep(failures > 0 ? backOff(failures) : Math.max(REST_MS, rest))
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
        options.onFailure(error, 'Pieces that changed could not be read again')
        await queue.rest(backOff(failures))
      }
    }
  }

  async function loadPriceList(region: Region): Promise<void> {
    const touched = new Set<string>()
    priceListsUnderWay.add(touched)
    try {
      const prices = new Map<string, Stamped<ProductPrices>>()
      const asked = new Set<string>()
      for (let ids = knownIds(); ids.length > 0; ids = [...touched, ...knownIds().filter((id) => !asked.has(id))]) {
        touched.clear()
        const found = await loadPrices(source, { region, ids, readAt: ++readings, known: undefined })
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
      priceListsUnderWay.delete(touched)
    }
  }

  /** The default region and those that are loaded: the first full read shows the shop as soon as it has any prices. */
  function regionsToRead(regions: readonly Region[]): Region[] {
    return loadedRegions(regions).filter((region, place) => place === 0 || knownPrices(region))
  }

  function knownPrices(region: Region): StampedMap<ProductPrices> | undefined {
    return store.contents()?.priceLists.get(region.id)?.prices
  }

  function knownIds(): string[] {
    return [...(store.contents()?.products.keys() ?? [])]
  }

  return {
    async start() {
      const first = Promise.withResolvers<void>()
      // Products can be laid over a saved catalog at once; with nothing known they come with the first full read.
      const begun = store.contents() ? Promise.resolve() : first.promise
      loops = Promise.all([keepReadingAll(first.resolve), begun.then(keepRefreshing)])
      await first.promise
    },
    async refresh(ids) {
      if (ids !== 'all' && ids.length === 0) return
      const known = store.contents()?.products.size
      const isMost = ids === 'all' || known === undefined || ids.length > Math.max(SOME, known / 2)
      const visible = isMost ? queue.askAll() : queue.askSome(ids)
      if (isMost) alarm.ring()
      await visible
    },
    loadPriceList,
    readPrices: (region, ids) => loadPrices(source, { region, ids, readAt: ++readings, known: undefined }),
    async stop() {
      stopping.abort()
      alarm.ring()
      queue.close()
      await loops
      await source.interpreter.close()
    },
  }
}
