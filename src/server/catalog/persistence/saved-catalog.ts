import { createHash } from 'node:crypto'
import { open, rename, rm, stat, utimes, type FileHandle } from 'node:fs/promises'

import { createBreather } from '#server/infra/scheduling.ts'

import { shareEqualPrices } from '../interpreting/to-product-prices.ts'
import type { CatalogContents, Frame, PriceList, ProductPrices, ProductRecord, Stamped } from '../records/records.ts'
import { createLineWriter, readLines, readChunks } from './lines-on-disk.ts'

/**
 * Raised whenever a record has another shape or says the same in other words: a file of another schema is read anew.
 */
const SCHEMA = 4
const FORMAT = 'lumenite-catalog'
/** More than the last line takes. */
const TAIL_BYTES = 200

/** What has to be the same for a saved catalog to be of use. */
export interface SavedTerms {
  defaultLocale: string
  priceUnit: string
}

export interface LoadedCatalog {
  contents: CatalogContents
  /** Tells two files apart. */
  checksum: string
}

/** The file is damaged; `message` says how. */
export class DamagedCatalogError extends Error {
  override name = 'DamagedCatalogError'
}

/** One line of the file after its head. Readings are not numbered in it: whatever is read later is newer. */
type Line =
  | { frame: Frame; digest: string }
  | { product: ProductRecord; digest: string }
  | { sheet: { regionId: string; currency_code: string } }
  | { prices: ProductPrices; regionId: string; productId: string; digest: string }

/**
 * Writes the catalog beside its place and moves it there, so that a reader finds the old file or the new one.
 * A line for each record: neither writing nor reading ever holds the event loop for long.
 * @returns the file's checksum
 * @throws Error where the disk refuses; the file in place is then untouched
 */
export async function saveCatalog(file: string, contents: CatalogContents, terms: SavedTerms): Promise<string> {
  const temporary = `${file}.${process.pid}.tmp`
  const yieldToLoop = createBreather()
  const hash = createHash('sha256')
  let handle: FileHandle | undefined
  try {
    handle = await open(temporary, 'w')
    const writer = createLineWriter(handle, hash)
    for (const line of recordsOf(contents, terms)) {
      await writer.add(JSON.stringify(line))
      await yieldToLoop()
    }
    await writer.flush()
    const checksum = hash.digest('base64url')
    await handle.writeFile(`${JSON.stringify({ checksum })}\n`)
    await handle.sync()
    await handle.close()
    handle = undefined
    await rename(temporary, file)
    return checksum
  } catch (error) {
    await handle?.close().catch(() => {})
    await rm(temporary, { force: true }).catch(() => {})
    throw error
  }
}

/**
 * Reads a saved catalog and checks every byte of it.
 * @returns undefined where there is none, or one that was saved on other terms
 * @throws DamagedCatalogError
 */
export async function loadSavedCatalog(file: string, terms: SavedTerms): Promise<LoadedCatalog | undefined> {
  const handle = await open(file).catch(ignoreMissing)
  if (!handle) return undefined
  try {
    const { tail, checksum } = await readTail(handle)
    const yieldToLoop = createBreather()
    const hash = createHash('sha256')
    for await (const chunk of readChunks(handle, tail)) {
      hash.update(chunk)
      await yieldToLoop()
    }
    if (hash.digest('base64url') !== checksum) throw new DamagedCatalogError('its checksum does not match')

    const builder = createContentsBuilder()
    let isHead = true
    for await (const line of readLines(handle, tail)) {
      if (!isHead) builder.add(parse(line) as Line)
      else if (!isOfUse(parse(line), terms)) return undefined
      isHead = false
      await yieldToLoop()
    }
    return { contents: builder.build(), checksum }
  } finally {
    await handle.close()
  }
}

/** The checksum and the age of the file in place, without reading the rest of it; undefined where there is none. */
export async function peekSavedCatalog(file: string): Promise<{ checksum: string; savedAt: number } | undefined> {
  const handle = await open(file).catch(ignoreMissing)
  if (!handle) return undefined
  try {
    const { checksum, mtimeMs } = await readTail(handle)
    return { checksum, savedAt: mtimeMs }
  } finally {
    await handle.close()
  }
}

/** Says that the file was found true again at that time. @returns false where there is none */
export async function touchSavedCatalog(file: string, at: number): Promise<boolean> {
  const touched = utimes(file, at / 1000, at / 1000).then(() => true)
  return (await touched.catch(ignoreMissing)) ?? false
}

/** Moves a damaged file out of the way, for anyone who wants to look at it; the last one is kept. */
export async function setAside(file: string): Promise<string> {
  const aside = `${file}.damaged`
  await rename(file, aside)
  return aside
}

export async function modifiedAt(file: string): Promise<number | undefined> {
  return (await stat(file).catch(ignoreMissing))?.mtimeMs
}

function* recordsOf(contents: CatalogContents, terms: SavedTerms): Generator<object> {
  yield { format: FORMAT, schema: SCHEMA, ...terms }
  yield { frame: contents.frame.value, digest: contents.frame.digest } satisfies Line
  for (const { value, digest } of contents.products.values()) yield { product: value, digest } satisfies Line
  for (const { regionId, currency_code, prices } of contents.priceLists.values()) {
    yield { sheet: { regionId, currency_code } } satisfies Line
    for (const [productId, { value, digest }] of prices) {
      yield { prices: value, regionId, productId, digest } satisfies Line
    }
  }
}

function createContentsBuilder() {
  let frame: Stamped<Frame> | undefined
  const products = new Map<string, Stamped<ProductRecord>>()
  const priceLists = new Map<string, PriceList & { prices: Map<string, Stamped<ProductPrices>> }>()
  return {
    add(line: Line): void {
      const stamped = <Value>(value: Value, digest: string): Stamped<Value> => ({ value, digest, readAt: 0 })
      if ('frame' in line) frame = stamped(line.frame, line.digest)
      else if ('product' in line) products.set(line.product.id, stamped(line.product, line.digest))
      else if ('sheet' in line) priceLists.set(line.sheet.regionId, { ...line.sheet, prices: new Map() })
      else
        priceLists.get(line.regionId)?.prices.set(line.productId, stamped(shareEqualPrices(line.prices), line.digest))
    },
    build(): CatalogContents {
      if (!frame) throw new DamagedCatalogError('it has no regions')
      return { frame, products, priceLists }
    },
  }
}

/** @returns where the last line begins, and what it says */
async function readTail(handle: FileHandle): Promise<{ tail: number; checksum: string; mtimeMs: number }> {
  const { size, mtimeMs } = await handle.stat()
  const { buffer, bytesRead } = await handle.read(
    Buffer.alloc(TAIL_BYTES),
    0,
    TAIL_BYTES,
    Math.max(0, size - TAIL_BYTES),
  )
  const begins = buffer.subarray(0, bytesRead).lastIndexOf('\n', bytesRead - 2) + 1
  return {
    tail: size - bytesRead + begins,
    checksum: readChecksum(buffer.toString('utf8', begins, bytesRead)),
    mtimeMs,
  }
}

/** @throws DamagedCatalogError where it is no head at all */
function isOfUse(head: Partial<SavedTerms & { format: string; schema: number }>, terms: SavedTerms): boolean {
  if (head.format !== FORMAT) throw new DamagedCatalogError('it is not a saved catalogue')
  return head.schema === SCHEMA && head.defaultLocale === terms.defaultLocale && head.priceUnit === terms.priceUnit
}

function readChecksum(line: string): string {
  const { checksum } = parse(line) as { checksum?: unknown }
  if (typeof checksum !== 'string') throw new DamagedCatalogError('its end is missing')
  return checksum
}

function parse(line: string): object {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // The same sentence serves a line that is no JSON and one that is no record.
  }
  throw new DamagedCatalogError('a line of it cannot be read')
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}
