import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import sharp from 'sharp'

export interface Picture {
  bytes: Buffer
  etag: string
}

/** Reads a picture as it was before resizing; undefined where there is none. */
export type ReadSource = () => Promise<Buffer | undefined>

/** How a picture is written: for pages, and for letters. */
export type PictureFormat = 'webp' | 'jpeg'

export interface PictureSize {
  /** In pixels; a smaller picture is not enlarged. */
  width: number
  format: PictureFormat
}

const QUALITY: Record<PictureFormat, number> = { webp: 78, jpeg: 82 }
/** The ground of the photographs, since a jpeg has nothing to see through. */
const GROUND = '#f1ece4'
/** libvips works on several at once itself; more would only take memory from the pages. */
const AT_ONCE = 2

/**
 * Resized pictures on disk: each is made once, however many ask for it at the same time.
 * @param dir may be deleted at any time
 */
export function createPictureCache(dir: string) {
  const making = new Map<string, Promise<Picture | undefined>>()
  const turns = createTurns(AT_ONCE)

  async function make(file: string, { width, format }: PictureSize, read: ReadSource): Promise<Picture | undefined> {
    const kept = await readFile(file).catch(() => undefined)
    if (kept) return toPicture(kept)
    const source = await read()
    if (!source) return undefined
    const bytes = await turns(() => {
      const resized = sharp(source, { limitInputPixels: 50_000_000 })
        .rotate()
        .resize({ width, withoutEnlargement: true })
      const opaque = format === 'jpeg' ? resized.flatten({ background: GROUND }) : resized
      return opaque.toFormat(format, { quality: QUALITY[format] }).toBuffer()
    })
    await keep(dir, file, bytes)
    return toPicture(bytes)
  }

  return {
    /**
     * @param source names the picture and its version
     * @returns undefined where the source is missing
     * @throws where the source is no picture
     */
    get(source: string, size: PictureSize, read: ReadSource): Promise<Picture | undefined> {
      const { width, format } = size
      const key = createHash('sha256').update(`${width} ${QUALITY[format]} ${format} ${source}`).digest('hex')
      const file = join(dir, `${key}.${format}`)
      const picture = making.get(key) ?? make(file, size, read).finally(() => making.delete(key))
      making.set(key, picture)
      return picture
    },
  }
}

async function keep(dir: string, file: string, bytes: Buffer): Promise<void> {
  const draft = join(dir, `${randomUUID()}.part`)
  try {
    await mkdir(dir, { recursive: true })
    await writeFile(draft, bytes)
    await rename(draft, file)
  } catch {
    // A full or read-only disk costs time, never the picture.
    await rm(draft, { force: true }).catch(() => undefined)
  }
}

function toPicture(bytes: Buffer): Picture {
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
}

function createTurns(atOnce: number): <Value>(task: () => Promise<Value>) => Promise<Value> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (task) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    running += 1
    try {
      return await task()
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }
}
