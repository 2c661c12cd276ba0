import { createHash } from 'node:crypto'
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { deserialize, serialize } from 'node:v8'

import { createYieldToLoop, inChunks } from '#server/infra/scheduling.ts'

import type { CatalogContents, Frame, ProductRecord } from './records/records.ts'

/** Increased whenever the shape or the meaning of a record changes. A file of another schema is not used. */
const SCHEMA = 7
/** One call of `serialize` holds the event loop. */
const PRODUCTS_A_PART = 10
const LENGTH_BYTES = 4

/** A file saved with other settings is not used. */
export interface SavedTerms {
  defaultLocale: string
  priceUnit: string
}

interface Head extends SavedTerms {
  schema: number
  products: number
  frame: Frame
}

export interface EncodedCatalog {
  /** The first is a `Head`, the others are arrays of products. Each has its length before it. */
  parts: Buffer[]
  /** A digest of the bytes. */
  version: string
}

export async function encodeCatalog({ frame, products }: CatalogContents, terms: SavedTerms): Promise<EncodedCatalog> {
  const yieldToLoop = createYieldToLoop()
  const head: Head = { schema: SCHEMA, ...terms, products: products.size, frame }
  const hash = createHash('sha1')
  const parts: Buffer[] = []
  for (const value of [head, ...inChunks([...products.values()], PRODUCTS_A_PART)]) {
    const part = serialize(value)
    const length = Buffer.alloc(LENGTH_BYTES)
    length.writeUInt32LE(part.length)
    hash.update(part)
    parts.push(length, part)
    await yieldToLoop()
  }
  return { parts, version: hash.digest('base64url').slice(0, 16) }
}

/** The rename shows other processes either the old file or the new one. */
export async function saveCatalog(file: string, { parts }: EncodedCatalog): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`
  try {
    await writeFile(temporary, parts, { flush: true })
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    throw error
  }
}

/** When the saved catalog was last known to match the backend: its modification time. Undefined without a file. */
export async function savedAt(file: string): Promise<number | undefined> {
  return (await stat(file).catch(ignoreMissing))?.mtimeMs
}

/** Undefined without a file, and for another schema or other terms. Throws if the file is damaged. */
export async function loadCatalog(
  file: string,
  terms: SavedTerms,
  knownVersion: string | null,
): Promise<{ version: string; /** Absent if the version is known. */ contents?: CatalogContents } | undefined> {
  const bytes = await readFile(file).catch(ignoreMissing)
  if (!bytes) return undefined
  const yieldToLoop = createYieldToLoop()
  const hash = createHash('sha1')
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length;) {
    const from = at + LENGTH_BYTES
    at = from + bytes.readUInt32LE(at)
    const part = bytes.subarray(from, at)
    hash.update(part)
    parts.push(part)
    await yieldToLoop()
  }
  const version = hash.digest('base64url').slice(0, 16)
  if (version === knownVersion) return { version }
  const [first = Buffer.of(), ...others] = parts
  const head = deserialize(first) as Head
  if (head.schema !== SCHEMA || head.defaultLocale !== terms.defaultLocale || head.priceUnit !== terms.priceUnit)
    return undefined
  const products = new Map<string, ProductRecord>()
  for (const part of others) {
    for (const product of deserialize(part) as ProductRecord[]) products.set(product.id, product)
    await yieldToLoop()
  }
  if (products.size !== head.products) throw new Error('its end is missing')
  return { contents: { frame: head.frame, products }, version }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}
