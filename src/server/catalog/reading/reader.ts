import { createTurns } from '#server/images/turns.ts'

import { backOff, createAlarm } from '../pace/alarm.ts'
import { inTurns } from '../pace/in-turns.ts'
import type { PriceSheet, ProductPrices, Region, Stamped, StampedMap } from '../records.ts'
import type { Shelf } from '../shelf.ts'
import { CALLS_AT_ONCE, type CatalogSource } from './catalog-source.ts'
import { loadFrame } from './load-frame.ts'
import { loadPrices } from './load-prices.ts'
import { loadProductIds, loadProducts } from './load-products.ts'
import { addSheet, mergeCatalog, NOTHING_MISSING, type CatalogReading } from './merge-catalog.ts'
import { createRefreshQueue } from './refresh-queue.ts'

/** Reads the backend and lays what it finds on the shelf: all of it now and then, a few pieces when told. */
export interface Reader {
  /** Begins; resolves when the first full read succeeded or failed. Reading goes on until `stop`. */
  start(): Promise<void>
  /** Resolves when the shop shows these pieces as they are after this call. */
  refresh(ids: readonly string[] | 'all'): Promise<void>
  /** Reads a region's prices for the first time. @throws BackendError */
  loadSheet(region: Region): Promise<void>
  /** Reads what pieces cost in a region, and lays it nowhere. @throws BackendError */
  readPrices(region: Region, ids: readonly string[]): Promise<PriceSheet['prices']>
  stop(): Promise<void>
}

export interface ReaderOptions {
  shelf: Shelf
  source: (signal: AbortSignal) => CatalogSource
  refreshSeconds: number
  /** Regions whose prices are kept, the default region first. Prices of another that is not loaded come with `loadSheet`. */
  keptRegions: (regions: readonly Region[]) => Region[]
  /** @param at when the full read began */
  onFullRead: (at: number) => void
  onFailure: (error: unknown, what: string) => void
}

/** A backend that needs longer for a full read than the pause between two still gets this much rest. */
const REST_MS = 250
/** As many pieces are always re-read by themselves; of more, when they are less than half of the shop. */
const SOME = 200

export function createReader(options: ReaderOptions): Reader {
  const { shelf, keptRegions } = options
  const stopping = new AbortController()
  const source = options.source(stopping.signal)
  const alarm = createAlarm()
  const queue = createRefreshQueue()
  const inTurn = createTurns(1, Number.POSITIVE_INFINITY)
  let missing = NOTHING_MISSING
  let readings = 0
  let loops: Promise<unknown> = Promise.resolve()
  /** Pieces re-read while a region's first prices are on their way; the newer of both counts. */
  const sheetsUnderWay = new Set<Set<string>>()

  async function commit(reading: CatalogReading): Promise<void> {
    // One after the other: what one has laid on the shelf is what the next one adds to.
    const { shown } = await inTurn(() => layOver(reading))
    await shown
  }

  async function layOver(reading: CatalogReading): Promise<{ shown: Promise<void> }> {
    const current = shelf.contents()
    const regions = reading.frame?.value.regions ?? current?.frame.value.regions ?? []
    const kept = new Set(keptRegions(regions).map(({ id }) => id))
    const merged = await mergeCatalog(current, missing, reading, (regionId) => kept.has(regionId), source.breathe)
    missing = merged.missing
    // A region's first prices may have come in meanwhile, without those of a piece that is new in this reading.
    const added = [...(shelf.contents()?.sheets.values() ?? [])].filter(
      ({ regionId }) => !current?.sheets.has(regionId),
    )
    const unpriced = added.flatMap(({ prices }) => [...reading.products.keys()].filter((id) => !prices.has(id)))
    if (unpriced.length > 0) void queue.askSome(unpriced)
    return { shown: shelf.replace(added.reduce(addSheet, merged.contents)) }
  }

  async function readAll(): Promise<void> {
    const readAt = ++readings
    const frame = await loadFrame(source, readAt)
    const ids = await loadProductIds(source)
    const products = await loadProducts(source, { ids, readAt, known: shelf.contents()?.products })
    const prices: CatalogReading['prices'][number][] = []
    for (const region of regionsToRead(frame.value.regions)) {
      prices.push({ region, found: await loadPrices(source, { region, ids, readAt, known: knownPrices(region) }) })
    }
    await commit({ readAt, asked: 'all', frame, products, prices })
  }

  async function readSome(ids: readonly string[]): Promise<void> {
    const readAt = ++readings
    for (const touched of sheetsUnderWay) for (const id of ids) touched.add(id)
    const products = await loadProducts(source, { ids, readAt, known: shelf.contents()?.products })
    const loaded = shelf.contents()?.sheets
    const regions = shelf.contents()?.frame.value.regions.filter(({ id }) => loaded?.has(id)) ?? []
    const prices = await inTurns(regions, CALLS_AT_ONCE, async (region) => ({
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

  async function loadSheet(region: Region): Promise<void> {
    const touched = new Set<string>()
    sheetsUnderWay.add(touched)
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
      const current = shelf.contents()
      if (!current) return
      await shelf.replace(addSheet(current, { regionId: region.id, currency_code: region.currency_code, prices }))
    } finally {
      sheetsUnderWay.delete(touched)
    }
  }

  /** The default region and those that are loaded: the first full read shows the shop as soon as it has any prices. */
  function regionsToRead(regions: readonly Region[]): Region[] {
    return keptRegions(regions).filter((region, place) => place === 0 || knownPrices(region))
  }

  function knownPrices(region: Region): StampedMap<ProductPrices> | undefined {
    return shelf.contents()?.sheets.get(region.id)?.prices
  }

  function knownIds(): string[] {
    return [...(shelf.contents()?.products.keys() ?? [])]
  }

  return {
    async start() {
      const first = Promise.withResolvers<void>()
      // Pieces can be laid over a saved catalogue at once; with nothing known they come with the first full read.
      const begun = shelf.contents() ? Promise.resolve() : first.promise
      loops = Promise.all([keepReadingAll(first.resolve), begun.then(keepRefreshing)])
      await first.promise
    },
    async refresh(ids) {
      if (ids !== 'all' && ids.length === 0) return
      const known = shelf.contents()?.products.size
      const isMost = ids === 'all' || known === undefined || ids.length > Math.max(SOME, known / 2)
      const visible = isMost ? queue.askAll() : queue.askSome(ids)
      if (isMost) alarm.ring()
      await visible
    },
    loadSheet,
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
