import { EventEmitter } from 'node:events'
import { join } from 'node:path'

import type { Synonyms } from '#server/content/synonyms.ts'
import type { ResolveImage } from '#server/images/media.ts'
import { createYieldToLoop, withinTime } from '#server/infra/scheduling.ts'
import { createSingleFlight } from '#server/infra/single-flight.ts'
import type { Backend } from '#server/medusa/http.ts'
import type { Locale } from '#shared/i18n/locale.ts'

import { createCatalogStore, type ChangedProducts } from './catalog-store.ts'
import type { FormerHandles } from './handles/known-handles.ts'
import { createInterpreter } from './interpreting/interpreter.ts'
import { createPersister, removeLeftovers } from './persistence/persister.ts'
import { createReaderLock } from './persistence/reader-lock.ts'
import { createRequestQueue } from './persistence/request-queue.ts'
import { createReader, type Reader } from './reader.ts'
import type { CatalogContents, Region } from './records/records.ts'
import type { FindPages } from './search/find-pages.ts'
import { NO_REGION, type Shop } from './shop.ts'
import type { VariantFacts } from './to-product.ts'

export class CatalogNotReadyError extends Error {
  override name = 'CatalogNotReadyError'
  readonly statusCode = 503
}

interface CatalogStatus {
  version: string | null
  /** Seconds since the shown contents were last known to match the backend. */
  age: number | null
  products: number
  /** Currencies whose prices are loaded. */
  currencies: string[]
  /** The reader reads the backend; a follower loads the file that the reader saves. */
  role: 'reader' | 'follower'
  problem: string | null
}

/** Serves queries from memory, even while the backend is down. */
export interface Catalog {
  /** Loads the saved catalog. If there is none, waits up to 8 s for the first read. */
  start(): Promise<void>
  stop(): Promise<void>
  readonly version: string | null
  age(): number | null
  status(): CatalogStatus
  contents(): CatalogContents | undefined
  /** Re-reads the given products. Resolves when the shop shows them or, in a follower, when the request is queued. */
  refresh(ids: readonly string[] | 'all'): Promise<void>
  /** @throws CatalogNotReadyError */
  shop(): Shop
  /** Never waits: shows the default region's prices and currency until those of the region were read. */
  shopFor(regionId: string): Shop
  regions(): readonly Region[]
  /** The default region if the country is unknown or belongs to no region. */
  regionFor(country: string | undefined): Region
  /** The default region if no region has the currency. */
  regionForCurrency(code: string | undefined, preferredRegionId?: string): Region
  variantFacts: VariantFacts
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
  synonyms: () => Synonyms
  formerHandles?: FormerHandles
  findPages?: FindPages
  log: { info(facts: object, message: string): void; warn(facts: object, message: string): void }
  /** The interval at which this process checks the lock, the request queue and the saved file. Shorter in tests. */
  tickMs?: number
  mostEagerPrices?: number
}

/** A request for fifty products with many variants is slow. */
const READ_TIMEOUT_MS = 20_000
const PRICES_WAIT_MS = 8000
/** Products times regions. Beyond it a region's prices are read on its first visit, which saves memory and calls. */
const MOST_EAGER_PRICES = 80_000
/** After this time the server starts without a catalog. Pages respond with 503 until it is read. */
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
    formerHandles: options.formerHandles,
    findPages: options.findPages,
    yieldToLoop: createYieldToLoop(),
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
    // Without the reminder the reader would drop prices that only its followers use.
    remind: ({ id }) => void (reader ?? requestQueue.post({ region: id }).catch(logTickError)),
    log,
  })
  let reader: Reader | undefined
  let asOf: number | undefined
  let problem: string | null = null
  let lastTickError: string | undefined
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
        yieldToLoop: createYieldToLoop(),
      }),
      loadedRegions,
      onFullRead(at) {
        asOf = at
        problem = null
        persister.markCurrent(at)
        void loadOtherPrices()
      },
      onFailure(error, summary) {
        problem = error instanceof Error ? error.message : String(error)
        log.warn({ event: 'catalog.read_failed', err: error }, `${summary}; serving the last contents and retrying`)
      },
    })
    return reader.start()
  }

  /** The default region comes first: pages of other regions show its prices until their own are loaded. */
  function loadedRegions(regions: readonly Region[]): Region[] {
    const first = regions.find(({ currency_code: code }) => code === NO_REGION.currency_code) ?? regions[0]
    const loadsAll = (catalogStore.contents()?.products.size ?? 0) * regions.length <= mostEagerPrices
    const others = regions.filter((region) => region !== first && (loadsAll || demand.isWanted(region.id)))
    return first ? [first, ...others] : []
  }

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
    const isHolder = await lock.acquireOrRenew()
    if (isHolder && !reader) {
      await loadSaved()
      void becomeReader()
    } else if (!isHolder && reader) {
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
        .then(() => (lastTickError = undefined), logTickError)
        .finally(() => {
          if (timer) scheduleTick()
        })
    }, tickMs).unref()
  }

  function logTickError(error: unknown): void {
    const text = String(error)
    if (text !== lastTickError)
      log.warn(
        { event: 'catalog.check_failed', err: error },
        'catalog: the lock, the refresh requests or the saved file could not be checked; retrying',
      )
    lastTickError = text
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
    // The prices are read already; the shop will show them after the next build.
    if (contents?.priceLists.has(region.id)) return catalogStore.replace(contents)
    if (reader) return reader.loadPriceList(region)
    const { promise, resolve } = Promise.withResolvers<void>()
    const resolveIfPriced = (): void => void (isPriced(region.id) && resolve())
    events.on('change', resolveIfPriced)
    try {
      await requestQueue.post({ region: region.id })
      if (!(await withinTime(promise, PRICES_WAIT_MS)))
        throw new Error('The process that reads the backend did not answer.')
    } finally {
      events.off('change', resolveIfPriced)
    }
  }

  return {
    async start() {
      await loadSaved()
      const isHolder = await lock.acquireOrRenew()
      if (isHolder) await removeLeftovers(folder)
      scheduleTick()
      const shop = catalogStore.shop()
      if (shop)
        log.info({ event: 'catalog.loaded_from_disk', version: shop.version }, 'catalog: serving the saved catalog')
      const firstRead = isHolder ? becomeReader() : Promise.resolve()
      if (!shop) await withinTime(firstRead.then(loadOtherPrices), FIRST_READ_WAIT_MS)
    },
    async stop() {
      clearTimeout(timer)
      timer = undefined
      await ticking
      await stopReading()
      await persister.flush()
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

interface PriceListUsage {
  note(region: Region): void
  /** Never throws. */
  load(region: Region): Promise<void>
  /** Records regions that were used before a restart. */
  remember(regionIds: Iterable<string>): void
  isWanted(regionId: string): boolean
}

interface PriceListUsageOptions {
  has: (regionId: string) => boolean
  fetch: (region: Region) => Promise<void>
  remind?: (region: Region) => void
  log: { warn(facts: object, message: string): void }
}

const CACHED_MS = 24 * 60 * 60 * 1000
const REMIND_MS = 60 * 60 * 1000
const RETRY_MS = 3000

export function createPriceListUsage({ has, fetch, remind, log }: PriceListUsageOptions): PriceListUsage {
  const lastUse = new Map<string, number>()
  const lastReminder = new Map<string, number>()
  const failures = new Map<string, number>()
  const reads = createSingleFlight<void>()

  async function load(region: Region): Promise<void> {
    if (has(region.id) || Date.now() - (failures.get(region.id) ?? 0) < RETRY_MS) return
    await reads.run(region.id, () =>
      fetch(region).catch((error: unknown) => {
        failures.set(region.id, Date.now())
        log.warn(
          { event: 'catalog.prices_failed', err: error, region: region.name },
          'catalog: the prices of a region could not be read; its pages show those of the default region',
        )
      }),
    )
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
