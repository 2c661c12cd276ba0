import { isUtf8 } from 'node:buffer'

import { CsvError, parse } from 'csv-parse/sync'

import type { Report } from './report.ts'

/** A line of the table. Cells are read by the name of their column. */
export interface Row {
  line: number
  /** @returns the text of the cell without surrounding spaces; empty if the table has no such column */
  get(column: string): string
  /** Reports a mistake in a cell, or in the whole line. */
  error(message: string, column?: string): void
}

export interface Table {
  columns: readonly string[]
  delimiter: string
  rows: readonly Row[]
}

/** The line that some spreadsheets write before the header, such as `sep=;`. */
const SEPARATOR_LINE = /^"?sep=.?"?\r?\n/i
/** What a spreadsheet makes of a long number, such as 1.23E+11. The other digits are lost. */
const SHORTENED = /^\d(?:[.,]\d+)?E\+\d+$/i

const DELIMITERS = [',', ';', '\t'] as const
const NEWLINE = 0x0a
const AS_UTF8 = 'In Excel, choose "Save as" and the type "CSV UTF-8"; in Google Sheets, download as CSV.'

const QUOTE_MESSAGES: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote opens and never closes. Close it, or remove it.',
  CSV_INVALID_CLOSING_QUOTE:
    'a quote closes before the end of its cell. Double a quote that belongs to the text: "7"" bracelet".',
  INVALID_OPENING_QUOTE:
    'a quote is in a cell that does not begin with one. Put the cell in quotes and double the quote inside: "7"" bracelet".',
}

/**
 * Parses a CSV file whose first line names the columns: comma, semicolon or tab, with or without a byte order mark.
 * Mistakes go to the report.
 * @returns undefined if the file cannot be read as a table at all
 */
export function readTable(bytes: Uint8Array, report: Report): Table | undefined {
  const text = decode(bytes, report)
  if (text === undefined) return undefined
  const delimiter = delimiterOf(text)
  const all = parseRecords(text, delimiter, report)
  const [header, ...records] = SEPARATOR_LINE.test(text) ? all.slice(1) : all
  const columns = header?.cells.map((name) => name.trim()) ?? []
  if (!header || columns.every((name) => name === '')) {
    report.error('The file is empty; its first line has to name the columns.')
    return undefined
  }
  const toPlace = ({ line, row }: CsvRecord, index?: number) =>
    index === undefined ? { line, row } : { line, row, column: { index, name: columns[index] ?? '' } }
  for (const [index, name] of columns.entries()) {
    const isTwice = name !== '' && columns.indexOf(name) !== index
    if (isTwice) report.error('this column is there twice. Remove one of them.', toPlace(header, index))
  }

  const filled = records.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const rows = filled.map((record): Row => {
    const { cells, line } = record
    for (const [index, cell] of cells.entries()) {
      if (SHORTENED.test(cell.trim()))
        report.error(
          `the spreadsheet has shortened a long number to "${cell.trim()}". Format the column as text and enter the number again.`,
          toPlace(record, index),
        )
    }
    if (cells.length !== columns.length)
      report.error(
        `this line has ${cells.length} cells, but there are ${columns.length} columns. Put texts that contain "${delimiter}" in quotes.`,
        toPlace(record),
      )
    return {
      line,
      get: (column) => (cells[columns.indexOf(column)] ?? '').trim(),
      error(message, column) {
        const index = column === undefined ? -1 : columns.indexOf(column)
        report.error(message, toPlace(record, index === -1 ? undefined : index))
      },
    }
  })
  return { columns, delimiter, rows }
}

function decode(bytes: Uint8Array, report: Report): string | undefined {
  if (bytes.includes(0)) {
    report.error(`The file is not UTF-8: it looks like UTF-16, or is no CSV file. ${AS_UTF8}`)
    return undefined
  }
  if (!isUtf8(bytes)) {
    report.error(
      `The file is not UTF-8, from line ${lineOfBadByte(bytes)} on: it looks like Windows-1251 or another old encoding. ${AS_UTF8}`,
    )
    return undefined
  }
  return new TextDecoder().decode(bytes)
}

function lineOfBadByte(bytes: Uint8Array): number {
  let line = 1
  let start = 0
  for (;;) {
    const end = bytes.indexOf(NEWLINE, start)
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) return line
    start = end + 1
    line += 1
  }
}

/** The delimiter that is most frequent in the header. Excel writes semicolons where the comma is a decimal sign. */
function delimiterOf(text: string): string {
  const header = (text.replace(SEPARATOR_LINE, '').split('\n', 1)[0] ?? '').replaceAll(/"[^"]*"/g, '')
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}

interface CsvRecord {
  cells: string[]
  line: number
  row: number
}

/** Reads lines up to the first one whose quotes are wrong: what follows could be anything. */
function parseRecords(text: string, delimiter: string, report: Report): CsvRecord[] {
  const records: CsvRecord[] = []
  let end = 0
  try {
    parse(text, {
      delimiter,
      relax_column_count: true,
      onRecord(cells: string[], { lines }) {
        records.push({ cells, line: end + 1, row: records.length + 1 })
        end = lines
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const message = QUOTE_MESSAGES[error.code] ?? `this is not CSV: ${error.message}.`
    const place = { line: end + 1, row: records.length + 1 }
    report.error(`${message} The lines from here on could not be checked.`, place)
  }
  return records
}
