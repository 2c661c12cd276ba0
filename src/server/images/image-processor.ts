import { LRUCache } from 'lru-cache'

import { strongEtag } from '#server/http/knows-etag.ts'

import { RECIPES, SlowImageError, UnreadableImageError, type ImageSize } from './convert-image.ts'
import { fileNameOf, type ImageFolder } from './image-folder.ts'
import { BusyError } from './image-queue.ts'

export interface ResponsiveImage {
  format: ImageSize['format']
  bytes: Buffer
  etag: string
}

/** A requested size: in its format, or in AVIF if that is smaller and the browser supports it. */
export interface WantedImage extends ImageSize {
  showsAvif: boolean
}

export interface FoundImage {
  picture: ResponsiveImage
  /** Its AVIF is still being made; later requests will get it. */
  isInterim: boolean
}

export type ReadSource = () => Promise<Buffer>

/** Requests for the same image share one conversion. */
export interface ImageProcessor {
  /** `name` identifies the bytes of the source. Undefined if the size was never made. */
  find(name: string, wanted: WantedImage): Promise<FoundImage | undefined>
  /** The smaller AVIF is made in the background. Throws UnreadableImageError, BusyError, SlowImageError. */
  get(name: string, wanted: WantedImage, read: ReadSource): Promise<FoundImage>
}

interface ImageProcessorOptions {
  folder: ImageFolder
  /** `now` if a request waits for it. */
  convert(when: 'now' | 'later', read: ReadSource, size: ImageSize): Promise<Buffer>
  log: { warn(facts: object, message: string): void }
}

/** Marks an AVIF that is not smaller than the WebP. */
const LARGER = Buffer.alloc(0)

const MEMORY_BYTES = 32 * 1024 * 1024
const BROKEN_MS = 600_000
/** So that other images are still made. */
const SLOW_MS = 60_000
const MOST_FAILED = 1000

export function createImageProcessor({ folder, convert, log }: ImageProcessorOptions): ImageProcessor {
  const memory = new LRUCache<string, Buffer>({ maxSize: MEMORY_BYTES, sizeCalculation: ({ length }) => length + 256 })
  const making = new Map<string, Promise<Buffer>>()
  /** The error of a source that is not retried until its entry expires. */
  const failed = new LRUCache<string, Error>({ max: MOST_FAILED })

  async function cached(file: string): Promise<Buffer | undefined> {
    const known = memory.get(file)
    if (known) return known
    const bytes = await folder.read(file)
    // Only the mark `LARGER` is an empty file.
    if (!bytes || (bytes.length === 0 && !file.endsWith('.avif'))) return undefined
    memory.set(file, bytes)
    return bytes
  }

  function keep(file: string, bytes: Buffer): Buffer {
    memory.set(file, bytes)
    void folder.write(file, bytes)
    return bytes
  }

  async function find(name: string, { showsAvif, ...size }: WantedImage): Promise<FoundImage | undefined> {
    const avif = showsAvif && size.format === 'webp' ? await cached(fileOf(name, { ...size, format: 'avif' })) : LARGER
    if (avif && avif.length > 0) return { picture: toImage('avif', avif), isInterim: false }
    const bytes = await cached(fileOf(name, size))
    return bytes && { picture: toImage(size.format, bytes), isInterim: avif === undefined }
  }

  function make(name: string, size: ImageSize, read: ReadSource): Promise<Buffer> {
    const file = fileOf(name, size)
    // Another request may have made it while this one read the disk.
    const known = memory.get(file)
    if (known) return Promise.resolve(known)
    const made =
      making.get(file) ??
      convert('now', read, size)
        .then((bytes) => keep(file, bytes))
        .catch((error: unknown) => {
          if (error instanceof UnreadableImageError) logFailed(name, error, BROKEN_MS)
          if (error instanceof SlowImageError) logFailed(name, error, SLOW_MS)
          throw error
        })
        .finally(() => making.delete(file))
    making.set(file, made)
    return made
  }

  /** @param most the size of the WebP, which does not stay in memory during the conversion */
  function makeAvif(name: string, width: number, most: number, read: ReadSource): void {
    const file = fileOf(name, { width, format: 'avif' })
    if (making.has(file) || memory.get(file)) return
    const made = convert('later', read, { width, format: 'avif' })
      .then((bytes) => keep(file, bytes.length < most ? bytes : LARGER))
      .catch((error: unknown) => {
        // The next request retries, unless the image cannot be converted.
        if (error instanceof UnreadableImageError || error instanceof SlowImageError) memory.set(file, LARGER)
        else if (!(error instanceof BusyError))
          log.warn(
            { event: 'images.avif_failed', err: error, picture: name },
            'an AVIF image could not be encoded; WebP is served',
          )
        return LARGER
      })
      .finally(() => making.delete(file))
    making.set(file, made)
  }

  function logFailed(name: string, error: Error, forMs: number): void {
    log.warn(
      { event: 'images.resize_failed', picture: name, reason: error.message },
      'an image could not be resized; it is missing from pages',
    )
    failed.set(name, error, { ttl: forMs })
  }

  return {
    find,
    async get(name, wanted, read) {
      const { showsAvif, ...size } = wanted
      let found = await find(name, wanted)
      if (!found) {
        const error = failed.get(name)
        if (error) throw error
        const bytes = await make(name, size, read)
        // The AVIF may have been made in the meantime.
        found = (await find(name, wanted)) ?? { picture: toImage(size.format, bytes), isInterim: showsAvif }
      }
      if (found.isInterim) makeAvif(name, size.width, found.picture.bytes.length, read)
      return found
    },
  }
}

function fileOf(name: string, { width, height, format }: ImageSize): string {
  return `${fileNameOf(JSON.stringify([RECIPES[format], width, height, name]))}.${format}`
}

function toImage(format: ImageSize['format'], bytes: Buffer): ResponsiveImage {
  return { format, bytes, etag: strongEtag(bytes) }
}
