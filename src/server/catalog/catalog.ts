import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Synonyms } from '#server/content/synonyms.ts'
import type { ResolveImage } from '#server/images/media.ts'
import { tryLock } from '#server/infra/database/shared-locks.ts'
import type { SteadyConnection } from '#server/infra/database/steady-connection.ts'
import { withinTime } from '#server/infra/scheduling.ts'
import type { Backend } from '#server/medusa/http.ts'
import type { Locale } from '#shared/i18n/locale.ts'

import type { FormerHandles } from './handles/known-handles.ts'
import { createReader, type Reader } from './reader.ts'
import { createMedusaSource } from './reading/read-medusa.ts'
import type { CatalogContents } from './records/records.ts'
import { encodeCatalog, loadCatalog, saveCatalog, savedAt, type EncodedCatalog } from './saved-catalog.ts'
import type { FindPages } from './search/find-pages.ts'
import { createShop, NO_REGION, type Shop } from './shop.ts'
import { buildSnapshot, type Snapshot } from './snapshot/snapshot.ts'

export class CatalogNotReadyError extends Error {
  override name = 'CatalogNotReadyError'
  readonly statusCode = 503
}

export type Catalog = ReturnType<typeof createCatalog>

export interface CatalogOptions {
  backend: Pick<Backend, 'clientWith' | 'storeWith'>
  /** Without it, this process always reads the backend. */
  connection?: Pick<SteadyConnection, 'ask' | 'publish' | 'subscribe'>
  dataDir: string
  defaultLocale: Locale
  refreshSeconds: number
  priceUnit: 'major' | 'minor'
  resolveImage: ResolveImage
  synonyms: () => Synonyms
  formerHandles?: FormerHandles
  findPages?: FindPages
  log: { info(facts: object, message: string): void; warn(facts: object, message: string): void }
  /** The interval at which this process checks the lock and the saved file. Shorter in tests. */
  tickMs?: number
}

type News = { refresh: readonly string[] | 'all' } | 'saved'

/** A request for many products with many variants is slow. */
const READ_TIMEOUT_MS = 20_000
/** After this time the server starts without a catalog. Pages respond with 503 until it is read. */
const FIRST_READ_WAIT_MS = 8000
/** A notification of PostgreSQL has at most 8,000 bytes, and an id about 35. */
const MOST_IDS = 200

/** Serves queries from memory, even while the backend is down. */
export function createCatalog(options: CatalogOptions) {
  const { connection, refreshSeconds, log, tickMs = 1000 } = options
  const folder = join(options.dataDir, 'catalog')
  const file = join(folder, 'catalog.v8')
  const terms = { defaultLocale: options.defaultLocale, priceUnit: options.priceUnit }
  const events = new EventEmitter<{ change: [string] }>()
  let latest: { contents: CatalogContents; version?: string } | undefined
  let snapshot: Snapshot | undefined
  let shop: Shop | undefined
  let building = Promise.resolve()
  /** Of the saved file. */
  let savedVersion: string | undefined
  let fileAt: number | undefined
  let lockKey = ''
  let reader: Reader | undefined
  let asOf: number | undefined
  let problem: string | null = null
  let lastTickError: string | undefined
  let ticking: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  /** @param version of contents that were loaded from the file */
  function show(contents: CatalogContents, version?: string): Promise<void> {
    if (!latest || !isSameContents(latest.contents, contents))
      latest = { contents, ...(version === undefined ? {} : { version }) }
    building = building.then(build, build)
    return building
  }

  /** Contents that arrive during a build go into the next one; the last always win. */
  async function build(): Promise<void> {
    const next = latest
    if (!next) return
    const encoded = next.version === undefined ? await encodeCatalog(next.contents, terms) : undefined
    const version = (next.version ??= encoded?.version ?? '')
    if (version === shop?.version) return
    snapshot = await buildSnapshot(next.contents, version, snapshot)
    const { resolveImage, synonyms, findPages, formerHandles } = options
    shop = createShop(snapshot, resolveImage, synonyms, findPages, formerHandles)
    events.emit('change', version)
    if (encoded) await save(encoded)
  }

  async function save(encoded: EncodedCatalog): Promise<void> {
    try {
      await saveCatalog(file, encoded)
      savedVersion = encoded.version
      void connection?.publish('saved' satisfies News)
    } catch (error) {
      log.warn(
        { event: 'catalog.save_failed', err: error },
        'catalog: could not be saved; serving from memory and retrying',
      )
    }
  }

  async function loadSaved(): Promise<void> {
    const at = await savedAt(file)
    if (at === fileAt) return
    fileAt = at
    savedVersion = undefined
    try {
      const saved = await loadCatalog(file, terms, shop?.version ?? null)
      if (saved?.contents) await show(saved.contents, saved.version)
      savedVersion = saved?.version
      if (saved) asOf = at
    } catch (error) {
      log.warn(
        { event: 'catalog.file_damaged', err: error },
        'catalog: the saved file is damaged; the catalog is read from the backend',
      )
    }
  }

  function startReading(): void {
    reader = createReader({
      source(signal) {
        const call = { signal, timeoutMs: READ_TIMEOUT_MS }
        const { clientWith, storeWith } = options.backend
        return createMedusaSource({ client: clientWith(call), store: storeWith(call), ...options })
      },
      refreshSeconds,
      contents: () => latest?.contents,
      show,
      async onFullRead(at) {
        asOf = at
        problem = null
        if (latest && savedVersion !== shop?.version) await save(await encodeCatalog(latest.contents, terms))
        // If the file was deleted, the next read saves it again.
        await utimes(file, at / 1000, at / 1000).catch(() => (savedVersion = undefined))
      },
      onFailure(error, summary) {
        problem = error instanceof Error ? error.message : String(error)
        log.warn({ event: 'catalog.read_failed', err: error }, `${summary}; serving the last contents and retrying`)
      },
    })
  }

  async function stopReading(): Promise<void> {
    const stopped = reader
    reader = undefined
    await stopped?.stop()
  }

  async function tick(): Promise<void> {
    const isHolder = connection ? await tryLock(connection, lockKey) : true
    const age = asOf === undefined ? Infinity : Date.now() - asOf
    // Without the database a follower reads if no other process keeps the saved catalog current.
    if (isHolder ?? (reader !== undefined || age > 2000 * refreshSeconds)) {
      if (reader) return
      await loadSaved()
      await removeLeftovers(folder)
      startReading()
      return
    }
    await stopReading()
    await loadSaved()
  }

  function tickSoon(): Promise<void> {
    return (ticking ??= tick()
      .then(() => (lastTickError = undefined), logTickError)
      .then(() => (ticking = undefined)))
  }

  function logTickError(error: unknown): void {
    const text = String(error)
    if (text !== lastTickError)
      log.warn(
        { event: 'catalog.check_failed', err: error },
        'catalog: the lock or the saved file could not be checked; retrying',
      )
    lastTickError = text
  }

  function receive(news: News): void {
    if (news !== 'saved') void reader?.refresh(news.refresh)
    else if (!reader && timer) void tickSoon()
  }

  function requireShop(): Shop {
    if (!shop) throw new CatalogNotReadyError('The catalogue was never read yet.')
    return shop
  }

  function ageNow(): number | null {
    return shop && asOf !== undefined ? Math.max(0, Math.round((Date.now() - asOf) / 1000)) : null
  }

  return {
    /** Loads the saved catalog. If there is none, waits up to 8 s for the first read. */
    async start() {
      lockKey = `catalog ${await folderId(folder)}`
      await loadSaved()
      if (shop)
        log.info({ event: 'catalog.loaded_from_disk', version: shop.version }, 'catalog: serving the saved catalog')
      // After a gap, messages may have been missed.
      connection?.subscribe(
        (news) => receive(news as News),
        () => receive({ refresh: 'all' }),
      )
      await tick()
      timer = setInterval(() => void tickSoon(), tickMs).unref()
      if (reader && !shop) await withinTime(reader.first, FIRST_READ_WAIT_MS)
    },
    async stop() {
      clearInterval(timer)
      timer = undefined
      await ticking
      await stopReading()
      await building.catch(() => {})
    },
    get version() {
      return shop?.version ?? null
    },
    /** Seconds since the shown contents were last known to match the backend. */
    age: ageNow,
    status: () => ({
      version: shop?.version ?? null,
      age: ageNow(),
      products: latest?.contents.products.size ?? 0,
      currencies: (latest?.contents.frame.regions ?? []).map((region) => region.currency_code).toSorted(),
      /** The reader reads the backend; a follower loads the file that the reader saves. */
      role: reader ? ('reader' as const) : ('follower' as const),
      problem,
    }),
    contents: () => latest?.contents,
    /** Makes the reader of every data folder re-read products. Resolves when the shop shows them, if this is a reader. */
    async refresh(ids: readonly string[] | 'all') {
      const isSent = await connection?.publish({ refresh: ids.length > MOST_IDS ? 'all' : ids } satisfies News)
      // Without the database no other process learns of it.
      if (isSent === false && !reader) startReading()
      await reader?.refresh(ids)
    },
    /** @throws CatalogNotReadyError */
    shop: requireShop,
    regions: () => shop?.regions() ?? [],
    /** The default region if the country is unknown or belongs to no region. */
    regionFor: (country: string | undefined) => shop?.regionFor(country) ?? NO_REGION,
    /** The default region if no region has the currency. */
    regionForCurrency: (code: string | undefined, preferredRegionId?: string) =>
      shop?.regionForCurrency(code, preferredRegionId) ?? NO_REGION,
    variantFacts: (variantId: string, locale: Locale) => shop?.variantFacts(variantId, locale),
    on: (event: 'change', listener: (version: string) => void) => void events.on(event, listener),
    off: (event: 'change', listener: (version: string) => void) => void events.off(event, listener),
  }
}

function isSameContents(a: CatalogContents, b: CatalogContents): boolean {
  return (
    a.frame === b.frame &&
    a.products.size === b.products.size &&
    [...b.products].every(([id, product]) => a.products.get(id) === product)
  )
}

/** The processes that share a folder share its id, on whatever machine they run. */
async function folderId(folder: string): Promise<string> {
  const file = join(folder, 'id')
  await mkdir(folder, { recursive: true })
  await writeFile(file, randomUUID(), { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return readFile(file, 'utf8')
}

/** Deletes temporary files of a killed process. */
async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder)
  await Promise.all(
    names.filter((name) => name.endsWith('.tmp')).map((name) => rm(join(folder, name), { force: true })),
  )
}
