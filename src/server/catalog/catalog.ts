import { EventEmitter } from 'node:events'
import { join } from 'node:path'

import type { Synonyms } from '#server/content/synonyms.ts'
import type { ResolveImage } from '#server/images/media.ts'
import { withinTime } from '#server/infra/concurrency.ts'
import { createBreather } from '#server/infra/scheduling.ts'
import type { Backend } from '#server/medusa/http.ts'
import type { Locale } from '#shared/i18n/locale.ts'

import { createCatalogStore, type ChangedProducts } from './catalog-store.ts'
import { createInterpreter } from './interpreting/interpreter.ts'
import { createPersister, removeLeftovers } from './persistence/persister.ts'
import { createReaderLock } from './persistence/reader-lock.ts'
import { createRequestQueue } from './persistence/request-queue.ts'
import { createReader, type Reader } from './reader.ts'
import type { CatalogContents, PriceList, Region } from './records/records.ts'
import { NO_REGION, type Shop } from './shop.ts'
import type { VariantFacts } from './to-product.ts'

/** Nothing was ever read: the shop cannot show anything yet. */
export class CatalogNotReadyError extends Error {
  override name = 'CatalogNotReadyError'
  readonly statusCode = 503
}

interface CatalogStatus {
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
  /** All that is known, for anyone who keeps book of it; undefined until the shop was read, or loaded. */
  contents(): CatalogContents | undefined
  /**
   * What products cost in a region now, read past the shelf, which keeps nothing of it. @throws BackendError, Error in
   * a follower
   */
  readPrices(region: Region, ids: readonly string[]): Promise<PriceList['prices']>
  /** Re-reads the products named; resolves when the shop shows them (or, in a follower, when the reader was told). */
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
  /** Tells what changed: ids of products, or `all` where the shelf itself did. */
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
  synonyms: () => Synonyms
  log: { info(facts: object, message: string): void; warn(facts: object, message: string): void }
  /** How often this process looks after its lock, its letters and the file; tests are less patient. */
  tickMs?: number
  /** Up to this many prices (products times regions) all regions are loaded before a visitor asks for them. */
  mostEagerPrices?: number
}

/** A list of fifty products with many variants is slow to come. */
const READ_TIMEOUT_MS = 20_000
/** The reader has this long to bring the prices that another process asked for. */
const PRICES_WAIT_MS = 8000
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
  const requestQueue = createRequestQueue(join(folder, 'letters'))
  const persister = createPersister({
    folder,
    terms: { defaultLocale: options.defaultLocale, priceUnit: options.priceUnit },
    log,
  })
  const events = new EventEmitter<{ change: [string, ChangedProducts] }>()
  const catalogStore = createCatalogStore({
    resolveImage: options.resolveImage,
    synonyms: options.synonyms,
    yieldToLoop: createBreather(),
    onChange(version, changed) {
      const contents = catalogStore.contents()
      if (reader && contents) persister.saveSoon(contents)
      events.emit('change', version, changed)
    },
  })
  const isPriced = (regionId: string): boolean => catalogStore.shop()?.hasPricesOf(regionId) ?? false
  const demand = createPriceListUsage({
    has: isPriced,
    fetch: fetchPriceList,
    // The reader of our files would else drop prices that only its followers show.
    remind: ({ id }) => void (reader ?? requestQueue.post({ region: id }).catch(logTrouble)),
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
      store: catalogStore,
      refreshSeconds: options.refreshSeconds,
      source: (signal) => ({
        store: options.backend.storeWith({ signal, timeoutMs: READ_TIMEOUT_MS }),
        bytes: options.backend.storeWith({ signal, timeoutMs: READ_TIMEOUT_MS, inBytes: true }),
        interpreter: createInterpreter(),
        defaultLocale: options.defaultLocale,
        priceUnit: options.priceUnit,
        yieldToLoop: createBreather(),
      }),
      loadedRegions,
      onFullRead(at) {
        asOf = at
        problem = null
        persister.confirm(at)
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
  function loadedRegions(regions: readonly Region[]): Region[] {
    const first = regions.find(({ currency_code: code }) => code === NO_REGION.currency_code) ?? regions[0]
    const areAll = (catalogStore.contents()?.products.size ?? 0) * regions.length <= mostEagerPrices
    const others = regions.filter((region) => region !== first && (areAll || demand.isWanted(region.id)))
    return first ? [first, ...others] : []
  }

  /** Reads the prices of regions that no visitor has asked for yet, one region after the other. */
  async function loadOtherPrices(): Promise<void> {
    for (const region of loadedRegions(catalogStore.shop()?.regions() ?? [])) if (reader) await demand.load(region)
  }

  async function loadSaved(): Promise<void> {
    const saved = await persister.load()
    if (!saved) return
    demand.remember(saved.contents.priceLists.keys())
    asOf = saved.savedAt
    await catalogStore.replace(saved.contents)
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
      for (const request of await requestQueue.collect()) {
        if ('refresh' in request) void reader.refresh(request.refresh)
        else noteDemand(request.region)
      }
  }

  async function follow(): Promise<void> {
    const savedAt = await persister.savedAt()
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
        .then(() => (trouble = undefined), logTrouble)
        .finally(() => {
          if (timer) scheduleTick()
        })
    }, tickMs).unref()
  }

  /** Once, not four times a second for as long as it lasts. */
  function logTrouble(error: unknown): void {
    const text = String(error)
    if (text !== trouble) log.warn({ err: error }, 'The catalogue could not look after its files.')
    trouble = text
  }

  function requireShop(): Shop {
    const shop = catalogStore.shop()
    if (!shop) throw new CatalogNotReadyError('The catalogue was never read yet.')
    return shop
  }

  function noteDemand(regionId: string): void {
    const region = catalogStore
      .shop()
      ?.regions()
      .find(({ id }) => id === regionId)
    if (region) demand.note(region)
  }

  async function fetchPriceList(region: Region): Promise<void> {
    const contents = catalogStore.contents()
    // They are there, and about to be shown.
    if (contents?.priceLists.has(region.id)) return catalogStore.replace(contents)
    if (reader) return reader.loadPriceList(region)
    const { promise, resolve } = Promise.withResolvers<void>()
    const look = (): void => void (isPriced(region.id) && resolve())
    events.on('change', look)
    try {
      await requestQueue.post({ region: region.id })
      if (!(await withinTime(promise, PRICES_WAIT_MS)))
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
      const shop = catalogStore.shop()
      if (shop) log.info({ version: shop.version }, 'The shop is served from the saved catalogue.')
      const firstReading = holds ? becomeReader() : Promise.resolve()
      if (!shop) await withinTime(firstReading.then(loadOtherPrices), FIRST_READ_WAIT_MS)
    },
    async stop() {
      clearTimeout(timer)
      timer = undefined
      await ticking
      await stopReading()
      await persister.settle()
      await lock.release()
    },
    get version() {
      return catalogStore.shop()?.version ?? null
    },
    age: () => ageOf(asOf, catalogStore.shop()),
    status: () => ({
      version: catalogStore.shop()?.version ?? null,
      age: ageOf(asOf, catalogStore.shop()),
      products: catalogStore.contents()?.products.size ?? 0,
      currencies: [...(catalogStore.contents()?.priceLists.values() ?? [])]
        .map((prices) => prices.currency_code)
        .toSorted(),
      role: reader ? 'reader' : 'follower',
      problem,
    }),
    contents: catalogStore.contents,
    async readPrices(region, ids) {
      if (!reader) throw new Error('This process does not read the backend.')
      return reader.readPrices(region, ids)
    },
    refresh: (ids) => (reader ? reader.refresh(ids) : requestQueue.post({ refresh: ids === 'all' ? ids : [...ids] })),
    shop: requireShop,
    shopFor(regionId) {
      const shop = requireShop()
      noteDemand(regionId)
      return shop
    },
    regions: () => catalogStore.shop()?.regions() ?? [],
    regionFor: (country) => catalogStore.shop()?.regionFor(country) ?? NO_REGION,
    regionForCurrency: (code, preferred) => catalogStore.shop()?.regionForCurrency(code, preferred) ?? NO_REGION,
    variantFacts: (variantId, locale) => catalogStore.shop()?.variantFacts(variantId, locale),
    on: (event, listener) => void events.on(event, listener),
    off: (event, listener) => void events.off(event, listener),
  }
}

function ageOf(asOf: number | undefined, shop: Shop | undefined): number | null {
  return shop && asOf !== undefined ? Math.max(0, Math.round((Date.now() - asOf) / 1000)) : null
}

/** Which regions' prices visitors ask for. Pages never wait for prices: they are read in the background. */
interface PriceListUsage {
  /** Notes the demand and, if the prices are not loaded, starts to read them in the background. */
  note(region: Region): void
  /** Reads the prices of a region unless they are loaded. Resolves when the attempt is over. Never throws. */
  load(region: Region): Promise<void>
  /** Notes a demand of an earlier run. */
  remember(regionIds: Iterable<string>): void
  isWanted(regionId: string): boolean
}

interface PriceListUsageOptions {
  has: (regionId: string) => boolean
  /** Reads the prices. */
  fetch: (region: Region) => Promise<void>
  /** Tells the process that reads the backend that the prices are in use; at most once an hour for a region. */
  remind?: (region: Region) => void
  log: { warn(facts: object, message: string): void }
}

const CACHED_MS = 24 * 60 * 60 * 1000
const REMIND_MS = 60 * 60 * 1000
/** After a failure the prices of a region are not asked for again for this long. */
const RETRY_MS = 3000

export function createPriceListUsage({ has, fetch, remind, log }: PriceListUsageOptions): PriceListUsage {
  const lastUse = new Map<string, number>()
  const lastReminder = new Map<string, number>()
  const failures = new Map<string, number>()
  const underWay = new Map<string, Promise<void>>()

  /** One attempt at a time for each region. */
  async function load(region: Region): Promise<void> {
    if (has(region.id) || Date.now() - (failures.get(region.id) ?? 0) < RETRY_MS) return
    const known = underWay.get(region.id)
    if (known) return known
    const fetching = fetch(region)
      .catch((error: unknown) => {
        failures.set(region.id, Date.now())
        log.warn({ err: error, region: region.name }, 'The prices of a region could not be read.')
      })
      .finally(() => underWay.delete(region.id))
    underWay.set(region.id, fetching)
    return fetching
  }

  return {
    note(region) {
      lastUse.set(region.id, Date.now())
      if (Date.now() - (lastReminder.get(region.id) ?? 0) > REMIND_MS) {
        lastReminder.set(region.id, Date.now())
        if (has(region.id)) remind?.(region)
      }
      void load(region)
    },
    load,
    remember(regionIds) {
      for (const regionId of regionIds) if (!lastUse.has(regionId)) lastUse.set(regionId, Date.now())
    },
    isWanted: (regionId) => Date.now() - (lastUse.get(regionId) ?? 0) < CACHED_MS,
  }
}
