import { createHash } from 'node:crypto'
import { open, rename, rm, stat, utimes, type FileHandle } from 'node:fs/promises'

import { createYieldToLoop } from '#server/infra/scheduling.ts'

import { shareEqualPrices } from '../interpreting/to-product-prices.ts'
import type { CatalogContents, Frame, PriceList, ProductPrices, ProductRecord, Stamped } from '../records/records.ts'
import { createLineWriter, readLines, readChunks } from './lines-on-disk.ts'

/** Increased whenever the shape or the meaning of a record changes. A file of another schema is not used. */
const SCHEMA = 5
const FORMAT = 'lumenite-catalog'
/** Longer than the last line. */
const TAIL_BYTES = 200

/** A file saved with other settings is not used. */
export interface SavedTerms {
  defaultLocale: string
  priceUnit: string
}

export class DamagedCatalogError extends Error {
  override name = 'DamagedCatalogError'
}

/** `readAt` is not saved: every later read is newer. */
type Line =
  | { frame: Frame; digest: string }
  | { product: ProductRecord; digest: string }
  | { sheet: { regionId: string; currency_code: string } }
  | { prices: ProductPrices; regionId: string; productId: string; digest: string }

/**
 * The rename shows other processes either the old file or the new one. The file has a line for each record, so that
 * neither writing nor reading blocks the event loop for long. Returns the checksum.
 */
export async function saveCatalog(file: string, contents: CatalogContents, terms: SavedTerms): Promise<string> {
  const temporary = `${file}.${process.pid}.tmp`
  const yieldToLoop = createYieldToLoop()
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

/** Undefined without a file, or for another schema or other terms. Throws DamagedCatalogError. */
export async function loadSavedCatalog(file: string, terms: SavedTerms): Promise<CatalogContents | undefined> {
  const handle = await open(file).catch(ignoreMissing)
  if (!handle) return undefined
  try {
    const { tail, checksum } = await readTail(handle)
    const yieldToLoop = createYieldToLoop()
    const hash = createHash('sha256')
    for await (const chunk of readChunks(handle, tail)) {
      hash.update(chunk)
      await yieldToLoop()
    }
    if (hash.digest('base64url') !== checksum) throw new DamagedCatalogError('its checksum does not match')

    const builder = createContentsBuilder()
    let isHeader = true
    for await (const line of readLines(handle, tail)) {
      if (!isHeader) builder.add(parse(line) as Line)
      else if (!isUsable(parse(line), terms)) return undefined
      isHeader = false
      await yieldToLoop()
    }
    return builder.build()
  } finally {
    await handle.close()
  }
}

/** Reads only the end. Throws DamagedCatalogError. */
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

/** The modification time is when the file last matched the backend. False if there is no file. */
export async function touchSavedCatalog(file: string, at: number): Promise<boolean> {
  const touched = utimes(file, at / 1000, at / 1000).then(() => true)
  return (await touched.catch(ignoreMissing)) ?? false
}

/** Replaces the last file that was set aside. Returns the new path. */
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

function isUsable(header: Partial<SavedTerms & { format: string; schema: number }>, terms: SavedTerms): boolean {
  if (header.format !== FORMAT) throw new DamagedCatalogError('it is not a saved catalogue')
  return (
    header.schema === SCHEMA && header.defaultLocale === terms.defaultLocale && header.priceUnit === terms.priceUnit
  )
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
    // Invalid JSON gets the same error as a value that is not an object.
  }
  throw new DamagedCatalogError('a line of it cannot be read')
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}
