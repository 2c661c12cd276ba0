import { glob, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'

import type { Database } from '#server/infra/database/database.ts'
import { createSingleFlight } from '#server/infra/single-flight.ts'

import { deleteUnseenAssets, listAssets, readAsset, storeAssets, type StoredAsset } from './assets-queries.ts'

export interface FoundAsset extends StoredAsset {
  contentType: string
}

const CONTENT_TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** Other names never cause a database query. */
const NAME = /^\/(?:assets\/[\w.-]{1,80}-[\w-]{8}\.(?:js|css|svg|webp|woff2)|_app\/builds\/meta\/[0-9a-f]{12}\.json)$/

const RETENTION_DAYS = 30
/** A build with its compressed files has 2.5 MB. */
const MEMORY_BYTES = 8 * 1024 * 1024
/** At most ten queries for unknown names a second. */
const LIST_GAP_MS = 100

/** Of all current builds, in PostgreSQL: behind a load balancer a page may request them from any storefront process. */
export function createAssetStore(
  database: Pick<Database, 'transaction' | 'query' | 'state'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
) {
  const known = new Set<string>()
  let lastNumber = '0'
  let listing: Promise<void> = Promise.resolve()
  let nextListing: Promise<void> | undefined
  const memory = new LRUCache<string, FoundAsset>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: ({ identity, br, gzip }) => 1 + identity.length + (br?.length ?? 0) + (gzip?.length ?? 0),
  })
  const loading = createSingleFlight<FoundAsset | undefined>()

  async function list(): Promise<void> {
    for (const { path, number } of await listAssets(database, lastNumber)) {
      known.add(path)
      lastNumber = number
    }
  }

  /** Waits for a query that begins after the call, since a file may have been stored just before it. */
  function learnNames(): Promise<void> {
    nextListing ??= listing
      .then(() => pause(LIST_GAP_MS, undefined, { ref: false }))
      .then(() => {
        nextListing = undefined
        listing = list().catch((error: unknown) =>
          log.warn(
            { event: 'assets.list_failed', err: error },
            'the files of other builds could not be listed; pages of earlier builds may miss scripts',
          ),
        )
        return listing
      })
    return nextListing
  }

  async function load(path: string): Promise<FoundAsset | undefined> {
    const stored = await readAsset(database, path)
    if (!stored) {
      known.delete(path)
      return undefined
    }
    const asset = { ...stored, contentType: CONTENT_TYPES[extname(path)] ?? 'application/octet-stream' }
    memory.set(path, asset)
    return asset
  }

  return {
    /** Also deletes files that no storefront has had for 30 days. `dir` is the build's folder for the browser. */
    async publish(dir: string, build: string) {
      const paths: string[] = []
      for await (const file of glob(['assets/*', '_app/builds/meta/*'], { cwd: dir }))
        if (NAME.test(`/${file}`)) paths.push(`/${file}`)
      await storeAssets(database, { build, paths: paths.toSorted(), read: (path) => readForms(join(dir, path)) })
      await deleteUnseenAssets(database, RETENTION_DAYS)
    },

    /** Undefined if no build has the file, or while the database is unavailable. */
    async find(path: string) {
      if (!NAME.test(path)) return undefined
      const cached = memory.get(path)
      if (cached) return cached
      if (database.state() !== 'ready') return undefined
      if (!known.has(path)) await learnNames()
      if (!known.has(path)) return undefined
      return loading.run(path, () =>
        load(path).catch(
          (error: unknown) =>
            void log.warn({ event: 'assets.read_failed', err: error }, 'a file of another build could not be read'),
        ),
      )
    },
  }
}

async function readForms(file: string): Promise<StoredAsset> {
  const [identity, br, gzip] = await Promise.all([readFile(file), readIfThere(`${file}.br`), readIfThere(`${file}.gz`)])
  return { identity, br, gzip }
}

async function readIfThere(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
