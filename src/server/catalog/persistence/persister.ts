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

/** Keeps the catalog on disk: for the next start, and for the other processes of this shop. */
export interface Persister {
  /** What is on disk where it is new to us and sound; a damaged file is moved aside and told of. */
  load(): Promise<{ contents: CatalogContents; savedAt: number } | undefined>
  /** When the file on disk was last found true; undefined where there is none. */
  savedAt(): Promise<number | undefined>
  /** Saves soon; of several calls the last counts. */
  saveSoon(contents: CatalogContents): void
  /** Says that what is saved was found true at that time. */
  confirm(at: number): void
  /** Waits for what is still to be saved. */
  settle(): Promise<void>
}

interface PersisterOptions {
  folder: string
  terms: SavedTerms
  log: { warn(facts: object, message: string): void }
}

const FILE = 'catalog.ndjson'
const SOON_MS = 250
/** A disk that refused is asked again after this long. */
const AGAIN_MS = 30_000
/** Between two that follow one another there is so much more time than writing takes, but the others wait for it. */
const SHARE = 10
const MOST_PAUSE_MS = 5000

export function createPersister({ folder, terms, log }: PersisterOptions): Persister {
  const file = join(folder, FILE)
  let checksum: string | undefined
  let next: CatalogContents | undefined
  let confirmed: number | undefined
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  /** What stands in the file, as long as no one takes it away. */
  let cached: CatalogContents | undefined
  let notBefore = 0

  async function write(): Promise<void> {
    while (next || confirmed) {
      const contents = next
      const at = confirmed
      next = undefined
      confirmed = undefined
      const began = performance.now()
      try {
        if (contents) checksum = await saveCatalog(file, contents, terms)
        cached = contents ?? cached
        if (at && !(await touchSavedCatalog(file, at)) && cached) {
          next ??= cached
          confirmed ??= at
        }
      } catch (error) {
        log.warn({ err: error }, 'The catalogue could not be saved; the shop goes on with what it holds.')
        next ??= contents
        confirmed ??= at
        notBefore = performance.now() + AGAIN_MS
        return schedule()
      }
      const took = performance.now() - began
      if (contents) notBefore = performance.now() + Math.min(took * SHARE, MOST_PAUSE_MS)
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing ??= write().finally(() => (writing = undefined))
    return writing
  }

  function schedule(): void {
    timer ??= setTimeout(() => void flush(), Math.max(SOON_MS, notBefore - performance.now())).unref()
  }

  return {
    async load() {
      await mkdir(folder, { recursive: true })
      try {
        const peeked = await peekSavedCatalog(file)
        if (!peeked || peeked.checksum === checksum) return undefined
        const loaded = await loadSavedCatalog(file, terms)
        checksum = peeked.checksum
        cached = loaded?.contents
        return loaded && { contents: loaded.contents, savedAt: peeked.savedAt }
      } catch (error) {
        if (!(error instanceof DamagedCatalogError)) throw error
        const aside = await setAside(file)
        log.warn({ aside }, `The saved catalogue is damaged (${error.message}); it was moved aside and is read anew.`)
        return undefined
      }
    },
    savedAt: () => modifiedAt(file),
    saveSoon(contents) {
      next = contents
      schedule()
    },
    confirm(at) {
      confirmed = at
      schedule()
    },
    settle: flush,
  }
}

/** Half-written files of a run that was killed. */
export async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const leftovers = names.filter((name) => name.startsWith(FILE) && name.endsWith('.tmp'))
  await Promise.all(leftovers.map((name) => rm(join(folder, name), { force: true })))
}
