import { toPlainText } from '@react-email/render'

import { checkVariants, type FileProduct, type FileVariant } from './file-product.ts'
import { isMedia, pickMedia } from './media-files.ts'
import { groupByHandle, readList, readMoney, readSku, readWeight, readWhole, readYesNo } from './read-cells.ts'
import { withAncestors, type ShopFacts } from './read-shop.ts'
import type { Row, Table } from './read-table.ts'
import type { Report } from './report.ts'

const OPTION_NUMBERS = [1, 2, 3] as const
const BODY = 'Body (HTML)'
const INTERESTING = ['Handle', 'Title', 'Option1 Name', 'Option1 Value', 'Variant SKU', 'Variant Price']
/** Elements whose content would be lost in a plain text. */
const LOST = /<(img|iframe|video|audio|table|form|object|embed|svg)\b/i
/** Elements that hold no text for readers. */
const SILENT = /<(style|script)\b[^>]*>.*?<\/\1>/gis
const STATUSES: Record<string, 'published' | 'draft'> = { active: 'published', draft: 'draft', archived: 'draft' }

export function isShopifyTable({ columns }: Table): boolean {
  return columns.includes('Handle') && columns.includes('Variant SKU')
}

/**
 * Reads a product export of Shopify. Lines with the same handle are one product: the first one has its texts, each line
 * with a price is a variant, and each line may have an image. Mistakes go to the report.
 * @param currency lower-case code of the prices' currency
 */
export function readShopifyProducts(
  table: Table,
  { shop, currency, report }: { shop: ShopFacts; currency: string; report: Report },
): FileProduct[] {
  for (const name of INTERESTING.filter((one) => !table.columns.includes(one)))
    report.error(`the column "${name}" is missing. Export the products from Shopify again.`, { line: 1, row: 1 })
  const others = shop.currencies.filter((code) => code !== currency).map((code) => code.toUpperCase())
  if (others.length > 0)
    report.warn(
      `The file has prices in ${currency.toUpperCase()} only: new products are not sold in ${others.join(', ')}.`,
    )

  report.warn('The file has no Russian texts: new products are shown in English until they are translated.')

  const byHandle = groupByHandle(table.rows, 'Handle')
  const skus = new Map<string, number>()
  return [...byHandle].map(([handle, rows]) => readProduct(handle, rows, { shop, currency, report, skus }))
}

interface Reader {
  shop: ShopFacts
  currency: string
  report: Report
  skus: Map<string, number>
}

function readProduct(handle: string, rows: readonly Row[], reader: Reader): FileProduct {
  const [row] = rows as [Row, ...Row[]]
  const title = row.get('Title')
  if (title === '') row.error('the title is missing. Write it on the first line of the product.', 'Title')
  const description = readBody(row)
  const options = OPTION_NUMBERS.filter((number) => row.get(`Option${number} Name`) !== '')
  if (options.length === 0) row.error('the name of the option is missing.', 'Option1 Name')
  const variants = rows
    .filter((one) => one.get('Variant Price') !== '' || one.get('Variant SKU') !== '')
    .map((one) => readVariant(one, options, reader))
  if (variants.length === 0) row.error('the product has no line with a variant. Export it from Shopify again.')
  checkVariants(variants, reader.report)
  if (variants.some(({ row: { get } }) => get('Variant Compare At Price') !== ''))
    reader.report.warn(
      'Compare-at prices are not imported: a crossed-out price is a price list of type sale in Medusa.',
    )
  return {
    row,
    handle,
    texts: { en: { title, ...(description ? { description } : {}) }, ru: {} },
    status: readStatus(row),
    categories: findCategory(row, reader),
    collection: undefined,
    type: undefined,
    cut: undefined,
    metadata: {},
    options: options.map((number) => ({ title: row.get(`Option${number} Name`), russian: undefined })),
    images: [...new Set([...imagesInOrder(rows), ...variants.flatMap(({ images }) => images)])],
    media: pickMedia(mediaOf(rows), reader.report.warn),
    variants,
  }
}

/** Converts the description to the plain text that the shop shows. */
function readBody(row: Row): string {
  const html = row.get(BODY)
  const lost = LOST.exec(html)?.[1]
  if (lost !== undefined)
    row.error(
      `the shop shows plain text, so <${lost.toLowerCase()}> would be lost. Remove it from the description.`,
      BODY,
    )
  return toPlainText(html.replaceAll(SILENT, ''), {
    wordwrap: false,
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  }).trim()
}

/** A product that Shopify does not publish is a draft, whatever its status. */
function readStatus(row: Row): FileProduct['status'] {
  if (readYesNo(row, 'Published') === false) return 'draft'
  const text = row.get('Status')
  if (text === '') return undefined
  const status = STATUSES[text.toLowerCase()]
  if (!status) row.error(`"${text}" is no status. Write active, draft or archived.`, 'Status')
  return status
}

/** Shopify's type is free text. It is a category of the shop if it has the name or the handle of one. */
function findCategory(row: Row, { shop: { categories }, report }: Reader): string[] {
  const type = row.get('Type')
  const found = categories.find((one) => [one.handle, one.name.toLowerCase()].includes(type.toLowerCase()))
  if (found) return withAncestors(categories, found.id)
  const name = type === '' ? 'no type' : `the type "${type}"`
  report.warn(`Products with ${name} get no category, so they are in no listing of one: no category has that name.`)
  return []
}

function imagesInOrder(rows: readonly Row[]): string[] {
  return rows
    .filter((row) => row.get('Image Src') !== '' && !isMedia(row.get('Image Src')))
    .toSorted((a, b) => Number(a.get('Image Position')) - Number(b.get('Image Position')))
    .map((row) => row.get('Image Src'))
}

/** Shopify itself exports images only; some apps list films and models, too. */
function mediaOf(rows: readonly Row[]) {
  return rows.flatMap((row) =>
    ['Image Src', 'Media'].flatMap((column) =>
      readList(row, column)
        .filter(isMedia)
        .map((source) => ({ source, row, column })),
    ),
  )
}

/** A negative stock is what Shopify has sold beyond its stock. */
function readStock(row: Row): number | undefined {
  if (/^-\d+$/.test(row.get('Variant Inventory Qty'))) return 0
  return readWhole(row, 'Variant Inventory Qty', { least: 0, what: 'stock' })
}

/** Shopify writes grams in English: a comma separates thousands. */
function readGrams(row: Row): number | undefined {
  return readWeight({ ...row, get: (column) => row.get(column).replaceAll(',', '') }, 'Variant Grams')
}

function readVariant(row: Row, options: readonly number[], { shop, currency, skus }: Reader): FileVariant {
  const values = options.map((number) => {
    const value = row.get(`Option${number} Value`)
    if (value === '') row.error('the value of the option is missing.', `Option${number} Value`)
    return { value, russian: undefined }
  })
  const amount = readMoney(row, 'Variant Price', currency, shop.priceUnit)
  if (row.get('Variant Price') === '') row.error('the price is missing.', 'Variant Price')
  const isCounted = row.get('Variant Inventory Tracker') !== ''
  const policy = row.get('Variant Inventory Policy')
  const image = row.get('Variant Image')
  return {
    row,
    sku: readSku(row, 'Variant SKU', skus),
    values,
    stock: isCounted ? readStock(row) : undefined,
    allowBackorder: policy === '' ? undefined : policy.toLowerCase() === 'continue',
    metadata: {},
    weight: readGrams(row),
    prices: new Map(amount === undefined ? [] : [[currency, amount]]),
    images: image === '' ? [] : [image],
  }
}
