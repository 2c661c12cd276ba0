import { createHash } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { basename, join, relative, resolve } from 'node:path'

import pMap from 'p-map'

import { toSlug } from '#server/catalog/reading/to-product-record.ts'
import { readImageFacts } from '#server/images/convert-image.ts'
import { MOST_IMAGE_BYTES, MOST_PIXELS } from '#server/images/limits.ts'

import type { FileProduct } from './file-product.ts'
import { endingOf, MEDIA_FORMATS } from './media-files.ts'

/** An image, film or model that can be uploaded. */
export interface ImportImage {
  /** The beginning of the content's SHA-256 hash. It is part of the uploaded file's name. */
  hash: string
  /** Where the bytes are: the file itself, or the copy of a download. */
  path: string
  /** The name to upload it under. */
  name: string
  type: string
}

interface ImageFolders {
  /** The folder of the CSV file, to which paths are relative. */
  folder: string
  /** Where downloads are stored. */
  downloads: string
  /** Column of the images, for the report. */
  column: string
}

const AT_ONCE = 4
const TIMEOUT_MS = 30_000
const HASH_LENGTH = 32
/** The formats that the shop converts, by the name that sharp has for them. */
const FORMATS: Record<string, { extension: string; type: string }> = {
  jpeg: { extension: 'jpg', type: 'image/jpeg' },
  png: { extension: 'png', type: 'image/png' },
  webp: { extension: 'webp', type: 'image/webp' },
  heif: { extension: 'avif', type: 'image/avif' },
  gif: { extension: 'gif', type: 'image/gif' },
}
const MEGABYTE = 1_000_000

/** A mistake about one file, without its name. */
class ImageError extends Error {}

/**
 * Reads and checks the images, films and models of all products. Mistakes are reported on the lines that name them.
 * @returns them by the path or URL that the file names
 */
export async function readImages(
  products: readonly FileProduct[],
  folders: ImageFolders,
): Promise<Map<string, ImportImage>> {
  const sources = new Set(products.flatMap(({ images }) => images))
  // Those of other formats are reported already.
  for (const source of products.flatMap(({ media }) => Object.values(media).flat()))
    if (MEDIA_FORMATS.has(endingOf(source))) sources.add(source)
  const images = new Map<string, ImportImage>()
  const faults = new Map<string, string>()
  const read = async (source: string): Promise<void> => {
    try {
      images.set(source, await readImage(source, folders))
    } catch (error) {
      if (!(error instanceof ImageError)) throw error
      faults.set(source, error.message)
    }
  }
  await pMap(sources, read, { concurrency: AT_ONCE })
  for (const product of products) {
    for (const source of product.images) {
      const fault = faults.get(source)
      const row = product.variants.find((variant) => variant.images.includes(source))?.row ?? product.row
      if (fault !== undefined) row.error(`"${source}" ${fault}`, folders.column)
    }
    const media = Object.entries(product.media).flatMap(([key, named]) => named.map((source) => ({ key, source })))
    for (const { key, source } of media) {
      const fault = faults.get(source)
      if (fault !== undefined) product.row.error(`"${source}" ${fault}`, key)
    }
  }
  return images
}

async function readImage(source: string, { folder, downloads }: ImageFolders): Promise<ImportImage> {
  const isRemote = /^https?:\/\//i.test(source)
  const path = isRemote ? join(downloads, createHash('sha256').update(source).digest('hex')) : pathIn(folder, source)
  const media = MEDIA_FORMATS.get(endingOf(source))
  const mostBytes = media?.mostBytes ?? MOST_IMAGE_BYTES
  const bytes = isRemote ? await download(source, mostBytes) : await readLocal(path, mostBytes)
  const { extension, type } = media ? checkStart(bytes, endingOf(source)) : await checkImage(bytes)
  if (isRemote) await writeFile(path, bytes)
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, HASH_LENGTH)
  return { hash, path, name: `${nameOf(source)}-${hash}.${extension}`, type }
}

function checkStart(bytes: Buffer, extension: string): { extension: string; type: string } {
  const { start, type } = MEDIA_FORMATS.get(extension) ?? {}
  if (!type || !start?.test(bytes.toString('latin1', 0, 12)))
    throw new ImageError(`is no .${extension}, whatever its name, or is damaged. Export it again.`)
  return { extension, type }
}

async function checkImage(bytes: Buffer): Promise<{ extension: string; type: string }> {
  const { format, width, height } = await readImageFacts(bytes).catch((cause: unknown) => {
    throw new ImageError('is no image, or is damaged. Export it again as JPEG, PNG or WebP.', { cause })
  })
  const known = FORMATS[format]
  if (!known) throw new ImageError(`is ${format === 'heic' ? 'HEIC' : format}. Export it as JPEG, PNG or WebP.`)
  if (width * height > MOST_PIXELS)
    throw new ImageError(
      `has ${width} × ${height} pixels. The most is ${MOST_PIXELS / MEGABYTE} megapixels: make it smaller.`,
    )
  return known
}

function nameOf(source: string): string {
  const name = basename(source.split(/[?#]/, 1)[0] ?? '')
  return toSlug(name.replace(/\.\w+$/, ''), 'image').slice(0, 60)
}

function pathIn(folder: string, source: string): string {
  const path = resolve(folder, source)
  if (relative(folder, path).startsWith('..'))
    throw new ImageError('is outside of the folder of the CSV file. Copy it into that folder.')
  return path
}

async function readLocal(path: string, mostBytes: number): Promise<Buffer> {
  const file = await stat(path).catch(() => undefined)
  if (!file?.isFile()) throw new ImageError('is missing. Write its path from the folder of the CSV file on.')
  if (file.size > mostBytes) throw tooLarge(file.size, mostBytes)
  return readFile(path).catch(({ code }: NodeJS.ErrnoException) => {
    throw new ImageError(`cannot be read (${code}). Check its permissions.`)
  })
}

async function download(source: string, mostBytes: number): Promise<Buffer> {
  try {
    const answer = await fetch(source, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!answer.ok) throw new ImageError(`answers ${answer.status}. Correct the address.`)
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of answer.body ?? []) {
      size += chunk.length
      if (size > mostBytes) throw tooLarge(size, mostBytes)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } catch (error) {
    if (error instanceof ImageError) throw error
    const { message, cause } = error as Error & { cause?: NodeJS.ErrnoException }
    throw new ImageError(`cannot be downloaded (${cause?.code ?? message}). Correct the address, or try again later.`, {
      cause: error,
    })
  }
}

function tooLarge(bytes: number, mostBytes: number): ImageError {
  return new ImageError(
    `has ${(bytes / MEGABYTE).toFixed(1)} MB. The most is ${mostBytes / MEGABYTE} MB: make it smaller.`,
  )
}
