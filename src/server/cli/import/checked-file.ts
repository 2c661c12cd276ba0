import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

import type { StaffApi } from '#server/medusa/admin/staff-api.ts'

import { CommandError } from '../operator-command.ts'
import type { FileProduct } from './file-product.ts'
import { importProducts } from './import-products.ts'
import { readOwnProducts } from './own-format.ts'
import { planProduct } from './plan-product.ts'
import type { PlanContext } from './plan.ts'
import { countProducts, readExisting, readOwnersOfSkus } from './read-existing.ts'
import { readImages, type ImportImage } from './read-images.ts'
import type { ShopFacts } from './read-shop.ts'
import { readTable, type Table } from './read-table.ts'
import { createReport, type Report } from './report.ts'
import { isShopifyTable, readShopifyProducts } from './shopify-format.ts'

interface ProductFile {
  path: string
  /** The currency of a Shopify export. */
  currency: string | undefined
  shop: ShopFacts
}

/** A file of products, compared with the shop. */
interface CheckedFile {
  /** One line for each mistake, with its line and column. The rest is incomplete if there are any. */
  errors: string[]
  warnings: string[]
  /** The file's name, format and size, as a line of text. */
  title: string
  /** One line for each new product and each change. */
  changes: string[]
  /** `others` is the number of products of the shop that the file does not name. */
  counts: { created: number; changed: number; unchanged: number; others: number }
  /**
   * Creates and changes the products.
   * @param log prints a line of progress
   * @throws BackendError
   */
  write: (log: (line: string) => void) => Promise<void>
}

/**
 * Reads a file of products and its images, and compares it with the shop. Nothing is written until `write` is called.
 * @param work downloaded images exist until it has ended
 * @throws CommandError if the file cannot be read or its currency is not clear; BackendError
 */
export async function withCheckedFile<Result>(
  admin: StaffApi,
  file: ProductFile,
  work: (checked: CheckedFile) => Promise<Result>,
): Promise<Result> {
  const bytes = await readFile(file.path).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`${file.path} cannot be read (${error.code}).`)
  })
  const downloads = await mkdtemp(join(tmpdir(), 'import-'))
  try {
    return await work(await checkFile(admin, file, { bytes, downloads }))
  } finally {
    await rm(downloads, { recursive: true, force: true })
  }
}

async function checkFile(
  admin: StaffApi,
  { path, currency, shop }: ProductFile,
  { bytes, downloads }: { bytes: Uint8Array; downloads: string },
): Promise<CheckedFile> {
  const report = createReport()
  const name = basename(path)
  const table = readTable(bytes, report)
  const isShopify = table !== undefined && isShopifyTable(table)
  const products = table ? readProducts(table, { currency, shop, report }) : []
  const column = isShopify ? 'Image Src' : 'images'
  const images = await readImages(products, { folder: dirname(resolve(path)), downloads, column })
  const context = { shop, images, uploaded: new Map<string, string>() }
  const { created, changed, unchanged, others } = await comparison(admin, products, context)
  const isImage = ({ type }: ImportImage): boolean => type.startsWith('image/')
  const pictures = [...images.values()].filter(isImage).length
  const media = images.size - pictures
  const variants = products.flatMap((product) => product.variants).length
  return {
    errors: report.errorLines(name),
    warnings: report.warningLines(),
    title: `${name}: ${isShopify ? 'a Shopify export' : 'the format of this shop'}, ${products.length} products, ${variants} variants, ${pictures} images${media > 0 ? `, ${media} films and models` : ''}`,
    changes: [
      ...created.map(({ handle }) => `new: ${handle}`),
      ...changed.flatMap(({ file: { handle }, changes }) => changes.map((change) => `${handle}: ${change}`)),
    ],
    counts: { created: created.length, changed: changed.length, unchanged, others },
    write: async (log) => importProducts(admin, [...created, ...changed.map((one) => one.file)], { ...context, log }),
  }
}

interface Reading {
  currency: string | undefined
  shop: ShopFacts
  report: Report
}

function readProducts(table: Table, { currency, shop, report }: Reading): FileProduct[] {
  if (!isShopifyTable(table)) {
    if (currency !== undefined)
      throw new CommandError('--currency is for Shopify exports; this file names its currencies.')
    return readOwnProducts(table, shop, report)
  }
  const codes = shop.currencies.map((code) => code.toUpperCase()).join(', ')
  if (currency === undefined)
    throw new CommandError(`This is a Shopify export. Name the currency of its prices with --currency: ${codes}.`)
  if (!shop.currencies.includes(currency.toLowerCase()))
    throw new CommandError(`No region of the shop has the currency "${currency}". The shop has ${codes}.`)
  return readShopifyProducts(table, { shop, currency: currency.toLowerCase(), report })
}

interface Comparison {
  created: FileProduct[]
  changed: { file: FileProduct; changes: string[] }[]
  unchanged: number
  /** The number of products of the shop that the file does not name. */
  others: number
}

/** Compares the file with the shop. Mistakes that this shows go to the lines of the file. */
async function comparison(admin: StaffApi, files: readonly FileProduct[], context: PlanContext): Promise<Comparison> {
  const existing = await readExisting(
    admin,
    files.map(({ handle }) => handle),
  )
  const skus = files.flatMap(({ variants }) => variants.map(({ sku }) => sku)).filter((sku) => sku !== '')
  const owners = await readOwnersOfSkus(admin, skus)
  const created: FileProduct[] = []
  const changed: Comparison['changed'] = []
  for (const file of files) {
    for (const { sku, row } of file.variants) {
      const owner = owners.get(sku)
      if (owner !== undefined && owner !== file.handle)
        row.error(`the SKU "${sku}" belongs to the product "${owner}" of the shop. Give the variant another SKU.`)
    }
    const product = existing.products.get(file.handle)
    if (!product) {
      created.push(file)
      continue
    }
    const { changes } = planProduct(file, product, existing, context)
    if (changes.length > 0) changed.push({ file, changes })
  }
  const others = (await countProducts(admin)) - existing.products.size
  return { created, changed, unchanged: files.length - created.length - changed.length, others }
}
