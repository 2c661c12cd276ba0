import { join } from 'node:path'

import fastify from 'fastify'

import { createCatalog, type Catalog, type CatalogOptions } from '#server/catalog/catalog.ts'
import { NO_SYNONYMS } from '#server/content/synonyms.ts'
import { loadMediaImages } from '#server/images/media.ts'
import { createSteadyConnection } from '#server/infra/database/steady-connection.ts'
import { createBackend } from '#server/medusa/http.ts'

interface OpenCatalogOptions extends Partial<CatalogOptions> {
  baseUrl: string
  publishableKey: string
  dataDir: string
  /** Without it, the catalog reads the backend itself. */
  databaseUrl?: string
}

export interface OpenCatalog {
  catalog: Catalog
  warnings: string[]
  close: () => Promise<void>
}

const MEDIA = join(import.meta.dirname, '../../../content/media')

/** Starts a catalog on a real backend, in a folder of the test. */
export async function openCatalog({
  baseUrl,
  publishableKey,
  databaseUrl,
  ...options
}: OpenCatalogOptions): Promise<OpenCatalog> {
  const warnings: string[] = []
  const backend = createBackend({ baseUrl, publishableKey, circuit: { halfOpenAfterMs: 200 } })
  const connection = databaseUrl === undefined ? undefined : createSteadyConnection(databaseUrl, fastify().log, 'alone')
  const catalog = createCatalog({
    backend,
    ...(connection ? { connection } : {}),
    defaultLocale: 'en',
    refreshSeconds: 300,
    priceUnit: 'major',
    resolveImage: (await loadMediaImages(MEDIA)).resolve,
    synonyms: () => NO_SYNONYMS,
    tickMs: 50,
    log: { info: () => {}, warn: (_facts, message) => warnings.push(message) },
    ...options,
  })
  await catalog.start()
  // The start waits only some seconds for the first read.
  await until('the first read', () => catalog.version !== null || catalog.status().problem !== null)
  let closing: Promise<void> | undefined
  async function stop(): Promise<void> {
    await catalog.stop()
    await connection?.close()
    await backend.close()
  }
  return {
    catalog,
    warnings,
    close: () => (closing ??= stop()),
  }
}

/** Polls until the condition holds. @returns milliseconds */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  patienceMs = 60_000,
): Promise<number> {
  const began = performance.now()
  while (!(await isSo())) {
    if (performance.now() - began > patienceMs) throw new Error(`Not within ${patienceMs} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return performance.now() - began
}
