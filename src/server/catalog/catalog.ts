import { EventEmitter } from 'node:events'
import { join } from 'node:path'

import type { Backend } from '#server/commerce/http.ts'
import { withinTime } from '#server/infra/within-time.ts'
import type { Locale } from '#shared/i18n/locale.ts'

import { createInterpreter } from './interpreting/interpreter.ts'
import { createKeeper, removeLeftovers } from './keeping/keeper.ts'
import { createMailbox } from './keeping/mailbox.ts'
import { createReaderLock } from './keeping/reader-lock.ts'
import { createBreather } from './pace/breather.ts'
import { createReader, type Reader } from './reading/reader.ts'
import type { CatalogContents, PriceSheet, Region, ResolveImage } from './records.ts'
import type { SearchWords } from './search/search-words.ts'
import { createSheetDemand } from './sheet-demand.ts'
import { createShelf, type ChangedProducts } from './shelf.ts'
import { NO_REGION, type Shop } from './shop.ts'
import type { VariantFacts } from './variant-facts.ts'

/** Nothing was ever read: the shop cannot show anything yet. */
export class CatalogNotReadyError extends Error {
  override name = 'CatalogNotReadyError'
  readonly statusCode = 503
}

export interface CatalogStatus {
  /** Null until the shop was read, or loaded from disk, for the first time. */
  version: string | null
  /** Seconds since what is shown was last known to be what the backend has; null with the version. */
  age: number | null
  products: number
  /** Currencies whose prices are loaded. */
  currencies: string[]
  /** Whether this process reads the backend, or loads what another one read. */
  role: 'reader' | 'follower'
  /** What went wrong with the last reading; null where it succeeded. */
  problem: string | null
}

/** The shop as it was last read from the backend: answers at once, also while the backend is down. */
export interface Catalog {
  /** Serves what was saved at once; where nothing was, waits for the first attempt to read, but not for long. */
  start(): Promise<void>
  stop(): Promise<void>
  readonly version: string | null
  /** Seconds, as in the status. */
  age(): number | null
  status(): CatalogStatus
  /** All that is known, for whoever keeps book of it; undefined until the shop was read, or loaded. */
  contents(): CatalogContents | undefined
  /** What pieces cost in a region now, read past the shelf, which keeps nothing of it. @throws BackendError, Error in a follower */
  readPrices(region: Region, ids: readonly string[]): Promise<PriceSheet['prices']>
  /** Re-reads the pieces named; resolves when the shop shows them (or, in a follower, when the reader was told). */
  refresh(ids: readonly string[] | 'all'): Promise<void>
  /** @throws CatalogNotReadyError */
  shop(): Shop
  /**
   * The shop for a region, as it is now: it never waits for the backend. If the prices of the region are not loaded,
   * the shop shows those of the default region, in the currency of that region, and the region's own prices are read
   * in the background.
   * @throws CatalogNotReadyError
   */
  shopFor(regionId: string): Shop
  regions(): readonly Region[]
  /** The default region where the country is not known, or has none. */
  regionFor(country: string | undefined): Region
  /** The default region where no region has the currency. */
  regionForCurrency(code: string | undefined, preferredRegionId?: string): Region
  variantFacts: VariantFacts
  /** Tells what changed: ids of pieces, or `all` where the shelf itself did. */
  on(event: 'change', listener: (version: string, changed: ChangedProducts) => void): void
  off(event: 'change', listener: (version: string, changed: ChangedProducts) => void): void
}

export interface CatalogOptions {
  backend: Pick<Backend, 'storeWith'>
  dataDir: string
  defaultLocale: Locale
  refreshSeconds: number
  priceUnit: 'major' | 'minor'
  resolveImage: ResolveImage
  /** What the operator says of the words that visitors look for, as it stands now. */
  searchWords: () => SearchWords
  log: { info(facts: object, message: string): void; warn(facts: object, message: string): void }
  /** How often this process looks after its lock, its letters and the file; tests are less patient. */
  tickMs?: number
  /** Up to this many prices (products times regions) all regions are loaded before a visitor asks for them. */
  mostEagerPrices?: number
}

/** A list of fifty pieces with many variants is slow to come. */
const READ_TIMEOUT_MS = 20_000
/** The reader has this long to bring the prices that another process asked for. */
const SHEET_WAIT_MS = 8000
/**
 * Products times regions. A larger shop reads the prices of a region when a visitor first asks for them, so that
 * neither the memory of the process nor the backend pays for regions without visitors.
 */
const MOST_EAGER_PRICES = 80_000
/** Beyond it the server starts without the shop, and pages answer 503 until it comes. */
const FIRST_READ_WAIT_MS = 8000

export function createCatalog(options: CatalogOptions): Catalog {
  const { log, tickMs = 250, mostEagerPrices = MOST_EAGER_PRICES } = options
  const folder = join(options.dataDir, 'catalog')
  const lock = createReaderLock(join(folder, 'reader.lock'))
  const mailbox = createMailbox(join(folder, 'letters'))
  const keeper = createKeeper({
    folder,
    terms: { defaultLocale: options.defaultLocale, priceUnit: options.priceUnit },
    log,
  })
  const events = new EventEmitter<{ change: [string, ChangedProducts] }>()
  const shelf = createShelf({
    resolveImage: options.resolveImage,
    searchWords: options.searchWords,
    breathe: createBreather(),
    onChange(version, changed) {
      const contents = shelf.contents()
      if (reader && contents) keeper.saveSoon(contents)
      events.emit('change', version, changed)
    },
  })
  const isPriced = (regionId: string): boolean => shelf.shop()?.hasPricesOf(regionId) ?? false
  const demand = createSheetDemand({
    has: isPriced,
    fetch: fetchSheet,
    // The reader of our files would else drop prices that only its followers show.
    remind: ({ id }) => void (reader ?? mailbox.post({ region: id }).catch(tellTrouble)),
    log,
  })
  let reader: Reader | undefined
  let asOf: number | undefined
  let problem: string | null = null
  let trouble: string | undefined
  let ticking: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  function becomeReader(): Promise<void> {
    reader = createReader({
      shelf,
      refreshSeconds: options.refreshSeconds,
      source: (signal) => ({
        store: options.backend.storeWith({ signal, timeoutMs: READ_TIMEOUT_MS }),
        bytes: options.backend.storeWith({ signal, timeoutMs: READ_TIMEOUT_MS, inBytes: true }),
        interpreter: createInterpreter(),
        defaultLocale: options.defaultLocale,
        priceUnit: options.priceUnit,
        breathe: createBreather(),
      }),
      keptRegions,
      onFullRead(at) {
        asOf = at
        problem = null
        keeper.confirm(at)
        void loadOtherPrices()
      },
      onFailure(error, what) {
        problem = error instanceof Error ? error.message : String(error)
        log.warn({ err: error }, `${what}; the shop goes on with what it holds and tries again.`)
      },
    })
    return reader.start()
  }

  /** The default region first: pages of the others show its prices until theirs are loaded. */
  function keptRegions(regions: readonly Region[]): Region[] {
    const first = regions.find(({ currency_code: code }) => code === NO_REGION.currency_code) ?? regions[0]
    const areAll = (shelf.contents()?.products.size ?? 0) * regions.length <= mostEagerPrices
    const others = regions.filter((region) => region !== first && (areAll || demand.isWanted(region.id)))
    return first ? [first, ...others] : []
  }

  /** Reads the prices of regions that no visitor has asked for yet, one region after the other. */
  async function loadOtherPrices(): Promise<void> {
    for (const region of keptRegions(shelf.shop()?.regions() ?? [])) if (reader) await demand.load(region)
  }

  async function loadSaved(): Promise<void> {
    const saved = await keeper.load()
    if (!saved) return
    demand.remember(saved.contents.sheets.keys())
    asOf = saved.savedAt
    await shelf.replace(saved.contents)
  }

  async function tick(): Promise<void> {
    const holds = await lock.attend()
    if (holds && !reader) {
      await loadSaved()
      void becomeReader()
    } else if (!holds && reader) {
      await stopReading()
    }
    if (!reader) await follow()
    else
      for (const letter of await mailbox.collect()) {
        if ('refresh' in letter) void reader.refresh(letter.refresh)
        else noteDemand(letter.region)
      }
  }

  async function follow(): Promise<void> {
    const savedAt = await keeper.savedAt()
    if (savedAt === undefined || savedAt === asOf) return
    await loadSaved()
    asOf = savedAt
  }

  async function stopReading(): Promise<void> {
    const stopped = reader
    reader = undefined
    await stopped?.stop()
  }

  function scheduleTick(): void {
    timer = setTimeout(() => {
      ticking = tick()
        .then(() => (trouble = undefined), tellTrouble)
        .finally(() => {
          if (timer) scheduleTick()
        })
    }, tickMs).unref()
  }

  /** Once, not four times a second for as long as it lasts. */
  function tellTrouble(error: unknown): void {
    const text = String(error)
    if (text !== trouble) log.warn({ err: error }, 'The catalogue could not look after its files.')
    trouble = text
  }

  function requireShop(): Shop {
    const shop = shelf.shop()
    if (!shop) throw new CatalogNotReadyError('The catalogue was never read yet.')
    return shop
  }

  function noteDemand(regionId: string): void {
    const region = shelf
      .shop()
      ?.regions()
      .find(({ id }) => id === regionId)
    if (region) demand.note(region)
  }

  async function fetchSheet(region: Region): Promise<void> {
    const contents = shelf.contents()
    // They are there, and about to be shown.
    if (contents?.sheets.has(region.id)) return shelf.replace(contents)
    if (reader) return reader.loadSheet(region)
    const { promise, resolve } = Promise.withResolvers<void>()
    const look = (): void => void (isPriced(region.id) && resolve())
    events.on('change', look)
    try {
      await mailbox.post({ region: region.id })
      if (!(await withinTime(promise, SHEET_WAIT_MS)))
        throw new Error('The process that reads the backend did not answer.')
    } finally {
      events.off('change', look)
    }
  }

  return {
    async start() {
      await loadSaved()
      const holds = await lock.attend()
      if (holds) await removeLeftovers(folder)
      scheduleTick()
      const shop = shelf.shop()
      if (shop) log.info({ version: shop.version }, 'The shop is served from the saved catalogue.')
      const firstReading = holds ? becomeReader() : Promise.resolve()
      if (!shop) await withinTime(firstReading.then(loadOtherPrices), FIRST_READ_WAIT_MS)
    },
    async stop() {
      clearTimeout(timer)
      timer = undefined
      await ticking
      await stopReading()
      await keeper.settle()
      await lock.release()
    },
    get version() {
      return shelf.shop()?.version ?? null
    },
    age: () => ageOf(asOf, shelf.shop()),
    status: () => ({
      version: shelf.shop()?.version ?? null,
      age: ageOf(asOf, shelf.shop()),
      products: shelf.contents()?.products.size ?? 0,
      currencies: [...(shelf.contents()?.sheets.values() ?? [])].map((sheet) => sheet.currency_code).toSorted(),
      role: reader ? 'reader' : 'follower',
      problem,
    }),
    contents: shelf.contents,
    async readPrices(region, ids) {
      if (!reader) throw new Error('This process does not read the backend.')
      return reader.readPrices(region, ids)
    },
    refresh: (ids) => (reader ? reader.refresh(ids) : mailbox.post({ refresh: ids === 'all' ? ids : [...ids] })),
    shop: requireShop,
    shopFor(regionId) {
      const shop = requireShop()
      noteDemand(regionId)
      return shop
    },
    regions: () => shelf.shop()?.regions() ?? [],
    regionFor: (country) => shelf.shop()?.regionFor(country) ?? NO_REGION,
    regionForCurrency: (code, preferred) => shelf.shop()?.regionForCurrency(code, preferred) ?? NO_REGION,
    variantFacts: (variantId, locale) => shelf.shop()?.variantFacts(variantId, locale),
    on: (event, listener) => void events.on(event, listener),
    off: (event, listener) => void events.off(event, listener),
  }
}

function ageOf(asOf: number | undefined, shop: Shop | undefined): number | null {
  return shop && asOf !== undefined ? Math.max(0, Math.round((Date.now() - asOf) / 1000)) : null
}
