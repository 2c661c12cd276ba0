import { parse } from 'csv-parse/browser/esm/sync'

import type { Reading } from './reading.ts'

/** Reads CSV whose first row names the columns: a list of rows, every cell as text. */
export function readCsv(text: string): Reading {
  try {
    return { value: parse(text, { columns: true, bom: true, skip_empty_lines: true, trim: true }) }
  } catch (error) {
    const { message, lines } = error as Error & { lines?: number }
    return { fault: { line: lines ?? 1, message: `This is not CSV: ${message}.` } }
  }
}
