import { toSlug } from '#server/catalog/reading/to-product-record.ts'
import { MOST_LEAD_DAYS } from '#shared/delivery/delivery-days.ts'
import { LOCALES, type Locale } from '#shared/i18n/locale.ts'
import { MOST_ENGRAVED } from '#shared/product/engraving.ts'
import { checkCut, checkPlainText } from '#shared/product/field-checks.ts'
import { checkStones, splitStones } from '#shared/product/read-stones.ts'

import { checkVariants, TEXT_FIELDS, type FileProduct, type FileVariant } from './file-product.ts'
import { checkMedia, MEDIA_KEY } from './media-files.ts'
import { groupByHandle, readList, readMoney, readSku, readWeight, readWhole, readYesNo } from './read-cells.ts'
import { withAncestors, type ShopFacts } from './read-shop.ts'
import type { Row, Table } from './read-table.ts'
import type { Report } from './report.ts'

const OPTION_NUMBERS = [1, 2, 3] as const
const PRICE = /^price_([a-z]{3})$/

const COLUMNS = new Set([
  'handle',
  ...TEXT_FIELDS.flatMap((field) => LOCALES.map((locale) => `${field}_${locale}`)),
  'status',
  'category',
  'collection',
  'type',
  'cut',
  'stones',
  'engraving',
  'bespoke',
  ...OPTION_NUMBERS.flatMap((number) =>
    ['name', 'name_ru', 'value', 'value_ru'].map((part) => `option${number}_${part}`),
  ),
  'sku',
  'stock',
  'lead_days',
  'weight',
  'images',
])
const REQUIRED = ['handle', 'title_en', 'option1_name', 'option1_value', 'sku']

/**
 * Reads a table in the format of docs/make-it-yours.md: a line is a variant, lines with the same handle are one product.
 * Mistakes go to the report.
 */
export function readOwnProducts(table: Table, shop: ShopFacts, report: Report): FileProduct[] {
  checkColumns(table, shop, report)
  const byHandle = groupByHandle(table.rows, 'handle')
  const skus = new Map<string, number>()
  const reader = { table, shop, report, skus }
  return [...byHandle].map(([handle, rows]) => readProduct(handle, rows, reader))
}

function checkColumns({ columns }: Table, { currencies }: ShopFacts, report: Report): void {
  const place = (name: string) => ({ line: 1, row: 1, column: { index: columns.indexOf(name), name } })
  for (const name of columns) {
    const currency = PRICE.exec(name)?.[1]
    if (currency !== undefined && !currencies.includes(currency))
      report.error(`no region of the shop has the currency ${currency.toUpperCase()}. Remove the column.`, place(name))
    else if (currency === undefined && !COLUMNS.has(name) && !MEDIA_KEY.test(name))
      report.error(
        'this column is not known. Correct its name or remove it; docs/make-it-yours.md lists the columns.',
        place(name),
      )
  }
  const needed = [...REQUIRED, ...currencies.map((code) => `price_${code}`)]
  for (const name of needed.filter((one) => !columns.includes(one)))
    report.error(`the column "${name}" is missing. Add it to the first line.`, { line: 1, row: 1 })
}

interface Reader {
  table: Table
  shop: ShopFacts
  report: Report
  /** Lines of the SKUs read so far. */
  skus: Map<string, number>
}

function readProduct(handle: string, rows: readonly Row[], reader: Reader): FileProduct {
  const [row] = rows as [Row, ...Row[]]
  const shared = (column: string) => sharedCell(rows, column)
  const options = readOptions(rows, reader.table)
  const variants = rows.map((one) => readVariant(one, options, reader))
  checkVariants(variants, reader.report)
  return {
    row,
    handle,
    texts: readTexts(row, shared, reader),
    status: readStatus(shared('status')),
    categories: readCategory(shared('category'), reader.shop),
    collection: readNamed(shared('collection'), reader.shop.collections, 'collections'),
    type: readNamed(shared('type'), reader.shop.types, 'product-types'),
    cut: readCut(shared('cut')),
    metadata: readMetadata(shared),
    options: options.map(({ title, russian }) => ({ title, russian })),
    images: [...new Set(variants.flatMap(({ images }) => images))],
    media: readMedia(shared, options, variants, reader.table),
    variants,
  }
}

/** A cell that is filled on at least one line of a product. */
interface SharedCell {
  row: Row
  column: string
  text: string
}

/** Reads a cell that belongs to the product: filled on one of its lines, or the same on several. */
function sharedCell(rows: readonly Row[], column: string): SharedCell | undefined {
  const row = rows.find((one) => one.get(column) !== '')
  if (!row) return undefined
  const text = row.get(column)
  for (const other of rows) {
    if (other.get(column) !== '' && other.get(column) !== text)
      other.error(`this differs from line ${row.line} of the same product. Write it once, or the same.`, column)
  }
  return { row, column, text }
}

function readTexts(
  row: Row,
  shared: (column: string) => SharedCell | undefined,
  { table: { columns }, report }: Reader,
): FileProduct['texts'] {
  const textsOf = (locale: Locale) =>
    Object.fromEntries(
      TEXT_FIELDS.flatMap((field) => {
        const cell = shared(`${field}_${locale}`)
        const problem = cell && checkPlainText(cell.text)
        if (problem !== undefined) cell?.row.error(problem, cell.column)
        return cell ? [[field, cell.text]] : []
      }),
    )
  const texts = { en: textsOf('en'), ru: textsOf('ru') }
  if (!texts.en['title'] && columns.includes('title_en'))
    row.error('the title is missing. Write it on the first line of the product.', 'title_en')
  if (!texts.ru['title']) report.warn('A product without title_ru keeps its Russian title, or is shown in English.')
  return texts
}

function readStatus(cell: SharedCell | undefined): FileProduct['status'] {
  if (!cell) return undefined
  if (cell.text === 'published' || cell.text === 'draft') return cell.text
  cell.row.error(`"${cell.text}" is no status. Write published or draft.`, cell.column)
  return undefined
}

function readCategory(cell: SharedCell | undefined, { categories }: ShopFacts): string[] {
  if (!cell) return []
  const found = categories.find(({ handle }) => handle === cell.text)
  if (found) return withAncestors(categories, found.id)
  cell.row.error(
    `there is no category "${cell.text}". Write the handle of one ("npm run admin -- GET /admin/product-categories").`,
    cell.column,
  )
  return []
}

function readNamed(
  cell: SharedCell | undefined,
  known: ReadonlyMap<string, string>,
  resource: 'collections' | 'product-types',
): string | undefined {
  if (!cell) return undefined
  const id = known.get(cell.text)
  if (id === undefined)
    cell.row.error(
      `there is no ${cell.column} "${cell.text}". "npm run admin -- GET /admin/${resource}" lists those that there are.`,
      cell.column,
    )
  return id
}

function readCut(cell: SharedCell | undefined): string | undefined {
  if (!cell) return undefined
  const problem = checkCut(cell.text)
  if (problem === undefined) return cell.text
  cell.row.error(problem, cell.column)
  return undefined
}

function readMetadata(shared: (column: string) => SharedCell | undefined): Record<string, unknown> {
  const [stones, engraving, bespoke] = [shared('stones'), shared('engraving'), shared('bespoke')]
  for (const { message } of stones ? checkStones(splitStones(stones.text)).problems : [])
    stones?.row.error(message, 'stones')
  const characters =
    engraving && readWhole(engraving.row, 'engraving', { least: 1, most: MOST_ENGRAVED, what: 'number of characters' })
  const isBespoke = bespoke && readYesNo(bespoke.row, 'bespoke')
  return {
    ...(stones ? { stones: stones.text } : {}),
    ...(characters === undefined ? {} : { engraving: characters }),
    ...(isBespoke === undefined ? {} : { bespoke: isBespoke }),
  }
}

/** Films and models, separated by spaces as in the product's metadata. */
function readMedia(
  shared: (column: string) => SharedCell | undefined,
  options: readonly ReadOption[],
  variants: readonly FileVariant[],
  { columns }: Table,
): FileProduct['media'] {
  const place = options.findIndex(({ title }) => toSlug(title, '') === 'metal')
  const metals = [...new Set(variants.map(({ values }) => toSlug(values[place]?.value ?? '', '')))]
  return Object.fromEntries(
    columns.flatMap((column) => {
      const [isMedia, metal] = MEDIA_KEY.exec(column) ?? []
      const cell = isMedia && shared(column)
      if (!cell) return []
      const sources = cell.text.split(/[\s|]+/)
      checkMedia(sources, column === 'model' ? 'model' : 'film', (message) => cell.row.error(message, column))
      if (metal !== undefined && !metals.includes(metal))
        cell.row.error(`the product has no metal "${metal}". Its metals are ${metals.join(', ')}.`, column)
      return [[column, sources]]
    }),
  )
}

interface ReadOption {
  number: number
  title: string
  russian: string | undefined
  /** Russian names of its values, which may be written on one line only. */
  russianValues: ReadonlyMap<string, string>
}

function readOptions(rows: readonly Row[], { columns }: Table): ReadOption[] {
  const [row] = rows
  const options = OPTION_NUMBERS.flatMap((number): ReadOption[] => {
    const title = sharedCell(rows, `option${number}_name`)
    if (!title) return []
    const russianValues = new Map<string, string>()
    for (const one of rows) {
      const column = `option${number}_value_ru`
      const [value, russian] = [one.get(`option${number}_value`), one.get(column)]
      const earlier = russianValues.get(value)
      if (russian !== '' && earlier !== undefined && earlier !== russian)
        one.error(`"${value}" is "${earlier}" on an earlier line of the product. Write the same.`, column)
      if (russian !== '') russianValues.set(value, russian)
    }
    return [{ number, title: title.text, russian: sharedCell(rows, `option${number}_name_ru`)?.text, russianValues }]
  })
  if (options.length === 0 && columns.includes('option1_name'))
    row?.error(
      'the name of the option is missing. A product without a choice has one value, such as Metal: Silver.',
      'option1_name',
    )
  return options
}

function readVariant(row: Row, options: readonly ReadOption[], { table, shop, skus }: Reader): FileVariant {
  const values = options.map(({ number, title, russianValues }) => {
    const value = row.get(`option${number}_value`)
    if (value === '') row.error(`the value of "${title}" is missing.`, `option${number}_value`)
    return { value, russian: russianValues.get(value) }
  })
  for (const number of OPTION_NUMBERS) {
    const column = `option${number}_value`
    if (row.get(column) !== '' && !options.some((option) => option.number === number))
      row.error(`the option has a value but no name. Write the name into option${number}_name.`, column)
  }
  const leadDays = readWhole(row, 'lead_days', { least: 1, most: MOST_LEAD_DAYS, what: 'number of working days' })
  return {
    row,
    sku: table.columns.includes('sku') ? readSku(row, 'sku', skus) : '',
    values,
    stock: readWhole(row, 'stock', { least: 0, what: 'stock' }),
    allowBackorder: leadDays === undefined ? undefined : true,
    metadata: leadDays === undefined ? {} : { lead_days: leadDays },
    weight: readWeight(row, 'weight'),
    prices: readPrices(row, table, shop),
    images: readList(row, 'images'),
  }
}

function readPrices(row: Row, { columns }: Table, { currencies, priceUnit }: ShopFacts): Map<string, number> {
  const prices = new Map<string, number>()
  for (const currency of currencies) {
    const column = `price_${currency}`
    if (!columns.includes(column)) continue
    const amount = readMoney(row, column, currency, priceUnit)
    if (amount !== undefined) prices.set(currency, amount)
    else if (row.get(column) === '')
      row.error(`the price in ${currency.toUpperCase()} is missing. Write one for each currency of the shop.`, column)
  }
  return prices
}
