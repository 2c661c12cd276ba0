import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { CatalogContents } from '../records/records.ts'
import {
  DamagedCatalogError,
  loadSavedCatalog,
  modifiedAt,
  peekSavedCatalog,
  saveCatalog,
  setAside,
  touchSavedCatalog,
  type SavedTerms,
} from './saved-catalog.ts'

/** Saves the catalog to disk, for the next start and for the other processes of this shop. */
export interface Persister {
  /** Moves a damaged file aside. Undefined without a usable file, and for the one that was loaded or saved last. */
  load(): Promise<{ contents: CatalogContents; savedAt: number } | undefined>
  /** When the saved catalog was last known to match the backend: its modification time. */
  savedAt(): Promise<number | undefined>
  saveSoon(contents: CatalogContents): void
  /** Records that the saved catalog matched the backend at that time. */
  markCurrent(at: number): void
  flush(): Promise<void>
}

interface PersisterOptions {
  folder: string
  terms: SavedTerms
  log: { warn(facts: object, message: string): void }
}

const FILE = 'catalog.ndjson'
const DELAY_MS = 250
const RETRY_MS = 30_000
/** After a write there is a pause of this many times its duration, but followers wait, so at most `MAX_PAUSE_MS`. */
const PAUSE_FACTOR = 10
const MAX_PAUSE_MS = 5000

export function createPersister({ folder, terms, log }: PersisterOptions): Persister {
  const file = join(folder, FILE)
  let checksum: string | undefined
  let next: CatalogContents | undefined
  let currentAt: number | undefined
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  /** The contents of the file, to write them again if the file is deleted. */
  let saved: CatalogContents | undefined
  let notBefore = 0

  async function write(): Promise<void> {
    while (next || currentAt) {
      const contents = next
      const at = currentAt
      next = undefined
      currentAt = undefined
      const began = performance.now()
      try {
        if (contents) checksum = await saveCatalog(file, contents, terms)
        saved = contents ?? saved
        if (at && !(await touchSavedCatalog(file, at)) && saved) {
          next ??= saved
          currentAt ??= at
        }
      } catch (error) {
        log.warn(
          { event: 'catalog.save_failed', err: error },
          'catalog: could not be saved; serving from memory and retrying',
        )
        next ??= contents
        currentAt ??= at
        notBefore = performance.now() + RETRY_MS
        return schedule()
      }
      const took = performance.now() - began
      if (contents) notBefore = performance.now() + Math.min(took * PAUSE_FACTOR, MAX_PAUSE_MS)
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing ??= write().finally(() => (writing = undefined))
    return writing
  }

  function schedule(): void {
    timer ??= setTimeout(() => void flush(), Math.max(DELAY_MS, notBefore - performance.now())).unref()
  }

  return {
    async load() {
      await mkdir(folder, { recursive: true })
      try {
        const peeked = await peekSavedCatalog(file)
        if (!peeked || peeked.checksum === checksum) return undefined
        const contents = await loadSavedCatalog(file, terms)
        checksum = peeked.checksum
        saved = contents
        return contents && { contents, savedAt: peeked.savedAt }
      } catch (error) {
        if (!(error instanceof DamagedCatalogError)) throw error
        const aside = await setAside(file)
        log.warn(
          { event: 'catalog.file_damaged', aside },
          `catalog: the saved file is damaged (${error.message}); it was renamed, and the catalog is read from the backend`,
        )
        return undefined
      }
    },
    savedAt: () => modifiedAt(file),
    saveSoon(contents) {
      next = contents
      schedule()
    },
    markCurrent(at) {
      currentAt = at
      schedule()
    },
    flush,
  }
}

/** Deletes temporary files of a killed process. */
export async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const leftovers = names.filter((name) => name.startsWith(FILE) && name.endsWith('.tmp'))
  await Promise.all(leftovers.map((name) => rm(join(folder, name), { force: true })))
}
