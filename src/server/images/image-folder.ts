import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A cache of files on disk, bounded by bytes; the least recently used are removed first. Never throws. */
export interface ImageFolder {
  read(name: string): Promise<Buffer | undefined>
  /** Writes atomically, even if several processes write the same file. */
  write(name: string, bytes: Buffer | string): Promise<void>
  /** Also removes drafts that a crashed process left. */
  tidy(): Promise<void>
  /** Accepts no more writes; resolves when running writes have ended. */
  close(): Promise<void>
}

interface ImageFolderOptions {
  dir: string
  mostBytes: number
  log: { warn(facts: object, message: string): void }
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const DRAFT = '.part'
/** What stays after a cleanup, so that not every write causes one. */
const LEFT = 0.9
const TIDY_AFTER = 0.05
const LOG_EVERY_MS = 600_000

/** `dir` may be deleted at any time. */
export function createImageFolder({ dir, mostBytes, log }: ImageFolderOptions): ImageFolder {
  let written = 0
  let reportedAt = Number.NEGATIVE_INFINITY
  let tidying: Promise<void> | undefined
  let isClosed = false
  const writing = new Set<Promise<void>>()

  async function removeOldest(): Promise<void> {
    const files: { path: string; size: number; usedAt: number }[] = []
    for (const name of await readdir(dir)) {
      const path = join(dir, name)
      const found = await stat(path).catch(() => undefined)
      if (!found?.isFile()) continue
      if (name.endsWith(DRAFT)) {
        if (Date.now() - found.mtimeMs > HOUR_MS) await rm(path, { force: true })
      } else files.push({ path, size: found.blocks * 512, usedAt: found.mtimeMs })
    }
    let total = files.reduce((sum, { size }) => sum + size, 0)
    if (total <= mostBytes) return
    for (const { path, size } of files.toSorted((a, b) => a.usedAt - b.usedAt)) {
      if (total <= mostBytes * LEFT) break
      await rm(path, { force: true })
      total -= size
    }
  }

  function tidy(): Promise<void> {
    written = 0
    // A folder that is missing or not writable is logged by the next write.
    tidying ??= removeOldest()
      .catch(() => {})
      .finally(() => (tidying = undefined))
    return tidying
  }

  async function write(name: string, bytes: Buffer | string): Promise<void> {
    const draft = join(dir, `${randomUUID()}${DRAFT}`)
    try {
      await mkdir(dir, { recursive: true })
      // Flush before the rename, so that a power failure in between leaves no empty image.
      await writeFile(draft, bytes, { flush: true })
      await rename(draft, join(dir, name))
      written += bytes.length
      if (written > mostBytes * TIDY_AFTER) void tidy()
    } catch (error) {
      await rm(draft, { force: true }).catch(() => {})
      if (performance.now() - reportedAt < LOG_EVERY_MS) return
      reportedAt = performance.now()
      // A full disk only costs time, since the image is in memory. This cache may have filled the disk.
      log.warn(
        { event: 'images.store_failed', err: error, dir },
        'resized images cannot be stored; each is resized again',
      )
      void tidy()
    }
  }

  return {
    tidy,
    async close() {
      isClosed = true
      await Promise.all([...writing, tidying])
    },
    async read(name) {
      try {
        await using file = await open(join(dir, name))
        const bytes = await file.readFile()
        const { mtimeMs } = await file.stat()
        const now = new Date()
        // Records the last use, to the day.
        if (now.getTime() - mtimeMs > DAY_MS) await file.utimes(now, now).catch(() => {})
        return bytes
      } catch {
        return undefined
      }
    },
    async write(name, bytes) {
      if (isClosed) return
      const done = write(name, bytes).finally(() => writing.delete(done))
      writing.add(done)
      await done
    },
  }
}

export function fileNameOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
