import { LRUCache } from 'lru-cache'

import { strongEtag } from '#server/http/knows-etag.ts'
import { BusyError } from '#server/infra/concurrency.ts'

import { LostProcessError, UnreadableImageError, type Converter } from './converter/converter.ts'
import { RECIPES, type ImageFormat, type ImageSize } from './converter/image-size.ts'
import { fileNameOf, type ImageFolder } from './image-folder.ts'

export interface ResponsiveImage {
  format: ImageFormat
  bytes: Buffer
  etag: string
}

/** A size as it is asked for: in its format, or in avif where that is smaller and can be shown. */
export interface WantedImage extends ImageSize {
  showsAvif: boolean
}

export interface FoundImage {
  picture: ResponsiveImage
  /** Whether it is sent smaller from the next time on: its avif is being made. */
  isInterim: boolean
}

/** Reads an image as it was before resizing. */
export type ReadSource = () => Promise<Buffer>

/** Resized images, each made once, however many ask for it at the same time. */
export interface ImageProcessor {
  /** @param name of the source's bytes: other bytes have another. @returns undefined where it was never made */
  find(name: string, wanted: WantedImage): Promise<FoundImage | undefined>
  /**
   * Makes it where it was not made before; the smaller avif afterwards, when no request waits.
   * @throws UnreadableImageError where the source is no image, BusyError where too many are made, LostProcessError
   * where those who make it end, what `read` throws
   */
  get(name: string, wanted: WantedImage, read: ReadSource): Promise<FoundImage>
}

interface ImageProcessorOptions {
  folder: ImageFolder
  /** The request that waits. */
  now: Converter
  /** For what will be asked for again. */
  later: Converter
  log: { warn(facts: object, message: string): void }
}

/** Stands for an avif that is no smaller than the webp. */
const LARGER = Buffer.alloc(0)

const MEMORY_BYTES = 32 * 1024 * 1024
const BROKEN_MS = 600_000
/** Were one that kills anyone who touches it made again with every request, no one would make the others. */
const LOST_MS = 60_000
/** Its webp is shown meanwhile. */
const AVIF_LOST_MS = 600_000
const MOST_FAILED = 1000

export function createImageProcessor({ folder, now, later, log }: ImageProcessorOptions): ImageProcessor {
  const memory = new LRUCache<string, Buffer>({ maxSize: MEMORY_BYTES, sizeCalculation: ({ length }) => length + 256 })
  const making = new Map<string, Promise<Buffer>>()
  /** Why a source, or the file of an avif, is not tried again until its entry expires. */
  const failed = new LRUCache<string, Error>({ max: MOST_FAILED })

  async function cached(file: string): Promise<Buffer | undefined> {
    const known = memory.get(file)
    if (known) return known
    const bytes = await folder.read(file)
    // The mark of a larger avif is the one empty file there is.
    if (!bytes || (bytes.length === 0 && !file.endsWith('.avif'))) return undefined
    remember(file, bytes)
    return bytes
  }

  function remember(file: string, bytes: Buffer): void {
    memory.set(file, bytes)
  }

  function keep(file: string, bytes: Buffer): Buffer {
    remember(file, bytes)
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
    // Someone else may have had it made while we looked on the disk.
    const known = memory.get(file)
    if (known) return Promise.resolve(known)
    const made =
      making.get(file) ??
      now
        .convert(read, size)
        .then((bytes) => keep(file, bytes))
        .catch((error: unknown) => {
          if (error instanceof UnreadableImageError) logFailed(name, error, BROKEN_MS)
          if (error instanceof LostProcessError) logFailed(name, error, LOST_MS)
          throw error
        })
        .finally(() => making.delete(file))
    making.set(file, made)
    return made
  }

  /** @param most bytes of the webp, which is not kept in memory while this waits */
  function makeAvif(name: string, width: number, most: number, read: ReadSource): void {
    const file = fileOf(name, { width, format: 'avif' })
    if (making.has(file) || memory.get(file) || failed.has(file)) return
    const made = later
      .convert(read, { width, format: 'avif' })
      .then((bytes) => keep(file, bytes.length < most ? bytes : LARGER))
      .catch((error: unknown) => {
        // The next caller has it tried again, but for what cannot be had.
        if (error instanceof UnreadableImageError) remember(file, LARGER)
        else if (error instanceof LostProcessError) logFailed(name, error, AVIF_LOST_MS, file)
        else if (!(error instanceof BusyError)) log.warn({ err: error, picture: name }, 'an avif could not be made')
        return LARGER
      })
      .finally(() => making.delete(file))
    making.set(file, made)
  }

  function logFailed(name: string, error: Error, forMs: number, what = name): void {
    log.warn({ picture: name, reason: error.message }, 'a picture cannot be made')
    failed.set(what, error, { ttl: forMs })
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
        // Someone else may have had the avif made meanwhile.
        found = (await find(name, wanted)) ?? { picture: toImage(size.format, bytes), isInterim: showsAvif }
      }
      if (found.isInterim) makeAvif(name, size.width, found.picture.bytes.length, read)
      return found
    },
  }
}

function fileOf(name: string, { width, format }: ImageSize): string {
  return `${fileNameOf(`${JSON.stringify(RECIPES[format])} ${width} ${name}`)}.${format}`
}

function toImage(format: ImageFormat, bytes: Buffer): ResponsiveImage {
  return { format, bytes, etag: strongEtag(bytes) }
}
