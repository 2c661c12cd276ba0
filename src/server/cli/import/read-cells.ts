import { fromHundredths, type PriceUnit } from '#shared/money/to-hundredths.ts'
import { checkWhole, type WholeNumber } from '#shared/product/field-checks.ts'

import type { Row } from './read-table.ts'

const HANDLE = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const MONEY = /^(\d+)(?:[.,](\d{1,2}))?$/
const LONGEST_SKU = 100
/** Separates the images of a cell, because URLs may contain commas. */
const SEPARATOR = '|'

/** Groups the rows of a table by their handle. Rows without a valid handle are reported and left out. */
export function groupByHandle(rows: readonly Row[], column: string): Map<string, Row[]> {
  const byHandle = new Map<string, Row[]>()
  for (const row of rows) {
    const handle = readHandle(row, column)
    if (handle !== undefined) byHandle.set(handle, [...(byHandle.get(handle) ?? []), row])
  }
  return byHandle
}

function readHandle(row: Row, column: string): string | undefined {
  const handle = row.get(column)
  if (HANDLE.test(handle)) return handle
  row.error(
    handle === ''
      ? 'the handle is missing. It names the product in its address, such as plain-ring.'
      : `"${handle}" is no handle. Use small Latin letters, digits and single hyphens, such as plain-ring.`,
    column,
  )
  return undefined
}

/** @returns the SKU of the row; empty, and reported, if it is missing, too long or in use on an earlier line */
export function readSku(row: Row, column: string, seen: Map<string, number>): string {
  const sku = row.get(column)
  const earlier = seen.get(sku)
  if (sku === '')
    row.error('the SKU is missing. Give each variant a SKU of its own: it identifies the variant.', column)
  else if (sku.length > LONGEST_SKU) row.error(`the SKU is longer than ${LONGEST_SKU} characters. Shorten it.`, column)
  else if (earlier !== undefined)
    row.error(`the SKU "${sku}" is on line ${earlier} already. Give each variant a SKU of its own.`, column)
  else seen.set(sku, row.line)
  return sku
}

/** @returns the amount in the backend's unit; undefined if the cell is empty, or wrong and reported */
export function readMoney(row: Row, column: string, currency: string, unit: PriceUnit): number | undefined {
  const text = row.get(column)
  if (text === '') return undefined
  const [, whole, fraction = ''] = MONEY.exec(text.replaceAll(/[\s\u00A0\u202F]/g, '')) ?? []
  if (whole === undefined) {
    row.error(`"${text}" is no price. Write a number such as 1165 or 1165.50, without a currency sign.`, column)
    return undefined
  }
  const digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits
  if (digits === 0 && Number(fraction) > 0) {
    row.error(`"${text}" has decimals, but ${currency.toUpperCase()} has none. Round it.`, column)
    return undefined
  }
  return fromHundredths(Number(whole + fraction.padEnd(2, '0')), unit)
}

/** @returns undefined if the cell is empty, or wrong and reported */
export function readWhole(row: Row, column: string, limits: WholeNumber): number | undefined {
  const text = row.get(column)
  if (text === '') return undefined
  const problem = checkWhole(text, limits)
  if (problem === undefined) return Number(text)
  row.error(problem, column)
  return undefined
}

/** @returns the weight in grams; undefined if the cell is empty, or wrong and reported */
export function readWeight(row: Row, column: string): number | undefined {
  const text = row.get(column)
  if (text === '') return undefined
  const grams = Number(text.replace(',', '.'))
  if (grams >= 0 && grams < 1_000_000) return grams
  row.error(`"${text}" is no weight. Write grams, such as 3.2.`, column)
  return undefined
}

/** @returns undefined if the cell is empty, or wrong and reported */
export function readYesNo(row: Row, column: string): boolean | undefined {
  const text = row.get(column).toLowerCase()
  if (text === '') return undefined
  if (['yes', 'true', '1'].includes(text)) return true
  if (['no', 'false', '0'].includes(text)) return false
  row.error(`"${row.get(column)}" is neither yes nor no.`, column)
  return undefined
}

/** @returns the parts of a cell that lists paths or URLs */
export function readList(row: Row, column: string): string[] {
  return row
    .get(column)
    .split(SEPARATOR)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
