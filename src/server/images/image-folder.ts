import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Files that could be made anew, bounded by bytes: what was not asked for the longest goes first. Never throws. */
export interface ImageFolder {
  /** Undefined where there is none, or it cannot be read. */
  read(name: string): Promise<Buffer | undefined>
  /** Whole or not at all, also where several processes write the same. */
  write(name: string, bytes: Buffer | string): Promise<void>
  /** Removes what is too much, and what was half written by someone who has died. */
  tidy(): Promise<void>
  /** Writes nothing more; resolves when what is being written is written. */
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
/** After removing, so that not each new image removes another. */
const LEFT = 0.9
/** Of the whole, written since it was last looked through. */
const TIDY_AFTER = 0.05
/** A full disk is told of this often. */
const LOG_EVERY_MS = 600_000

/** @param options `dir` may be deleted at any time */
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
    // A folder that is not there, or not ours to tidy, is told of by anyone who writes to it.
    tidying ??= removeOldest()
      .catch(() => {})
      .finally(() => (tidying = undefined))
    return tidying
  }

  async function write(name: string, bytes: Buffer | string): Promise<void> {
    const draft = join(dir, `${randomUUID()}${DRAFT}`)
    try {
      await mkdir(dir, { recursive: true })
      // On the disk before it has its name: a machine that fails in between leaves no empty image.
      await writeFile(draft, bytes, { flush: true })
      await rename(draft, join(dir, name))
      written += bytes.length
      if (written > mostBytes * TIDY_AFTER) void tidy()
    } catch (error) {
      await rm(draft, { force: true }).catch(() => {})
      if (performance.now() - reportedAt < LOG_EVERY_MS) return
      reportedAt = performance.now()
      // A full disk costs time, never the image; it may be we who have filled it.
      log.warn({ err: error, dir }, 'pictures cannot be kept on disk, and are made anew')
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
        // When it was last asked for, to the day.
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

/** A name that any text may have as a file's. */
export function fileNameOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
