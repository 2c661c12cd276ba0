import { toHundredths } from '#shared/money/to-hundredths.ts'

const WIDEST_CELL = 40
/** Amounts are shown in whole cents; Medusa stores a tax with fractions of a cent. */
const AMOUNT = /(^|_)(amount|price|subtotal|total|difference)$/
/** Columns that identify a row are shown first. */
const FIRST = [
  'id',
  'custom_display_id',
  'display_id',
  'code',
  'email',
  'handle',
  'title',
  'name',
  'status',
  'currency_code',
  'amount',
  'total',
]
const LAST = ['created_at', 'updated_at', 'deleted_at', 'metadata']

/** Fields that describe the page of a list. */
const PAGE_FIELDS = ['count', 'estimate_count', 'offset', 'limit']

/**
 * Formats a response of the backend: the rows of its list, the fields of its one object, or each of its properties by
 * name. Rows are cut at the end of the line. Fields are never cut, since a token has to be complete.
 * @param width columns of the terminal
 */
export function toTable(answer: unknown, width: number): string {
  if (!isRecord(answer)) return answer === undefined ? 'Done.' : JSON.stringify(answer)
  const parts = Object.entries(answer).filter(([, value]) => typeof value === 'object' && value !== null)
  const facts = Object.entries(answer).filter((entry) => !parts.some(([name]) => name === entry[0]))
  const fields = facts.filter(([name]) => parts.length === 0 || !PAGE_FIELDS.includes(name))
  const [first] = parts
  if (parts.length === 1 && fields.length === 0 && Array.isArray(first?.[1])) return listOf(first[1], width, answer)
  const named = parts.map(([name, part]) => `${name}\n${partOf(part, width)}`)
  return [...(fields.length > 0 ? [fieldsOf(Object.fromEntries(fields))] : []), ...named].join('\n\n')
}

function partOf(part: unknown, width: number): string {
  return isRecord(part) ? fieldsOf(part) : listOf(part as unknown[], width)
}

function listOf(list: readonly unknown[], width: number, page: Record<string, unknown> = {}): string {
  if (list.length === 0) return 'None.'
  if (!list.every(isRecord)) return [...list.map(valueOf), countOf(list, page)].join('\n')
  const { lines, hidden } = rowsOf(list, width)
  const note = hidden.length === 0 ? '' : `; not shown, but with --json: ${hidden.join(', ')}`
  return [...lines, `${countOf(list, page)}${note}`].join('\n')
}

function rowsOf(rows: readonly Record<string, unknown>[], width: number): { lines: string[]; hidden: string[] } {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row).filter((name) => isPlain(row[name]))))].toSorted(
    (a, b) => rankOf(a) - rankOf(b),
  )
  const cells = [names, ...rows.map((row) => names.map((name) => cellOf(toCents(name, row[name]))))]
  const widths = names.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  let space = width
  const fitting = widths.findIndex((size) => (space -= size + 2) < -2)
  const columns = fitting === -1 ? names.length : Math.max(1, fitting)
  const lines = cells.map((row) =>
    row
      .slice(0, columns)
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return { lines, hidden: names.slice(columns) }
}

function countOf(list: readonly unknown[], { count }: Record<string, unknown>): string {
  return typeof count === 'number' && count > list.length ? `${list.length} of ${count}` : `${list.length}`
}

function fieldsOf(thing: Record<string, unknown>): string {
  const names = Object.keys(thing).toSorted((a, b) => rankOf(a) - rankOf(b))
  const longest = Math.max(0, ...names.map((name) => name.length))
  return names.map((name) => `  ${name.padEnd(longest)}  ${valueOf(toCents(name, thing[name]))}`.trimEnd()).join('\n')
}

function valueOf(value: unknown): string {
  if (!Array.isArray(value)) return cellOf(value, Infinity)
  if (value.every(isPlain)) return value.map((one) => cellOf(one, Infinity)).join(', ')
  return value.length === 1 ? '1 thing' : `${value.length} things`
}

function toCents(name: string, value: unknown): unknown {
  return typeof value === 'number' && AMOUNT.test(name) ? toHundredths(value, 'major') / 100 : value
}

function cellOf(value: unknown, widest = WIDEST_CELL): string {
  if (value === null || value === undefined) return ''
  // Escape control characters that a shopper typed, so that they do not move the cursor of the terminal.
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(/[\s\p{Cc}]+/gu, ' ')
  return text.length > widest ? `${text.slice(0, widest - 1)}…` : text
}

function rankOf(name: string): number {
  const first = FIRST.indexOf(name)
  if (first !== -1) return first
  return LAST.includes(name) ? 2000 + LAST.indexOf(name) : 1000
}

function isPlain(value: unknown): boolean {
  return value !== undefined && typeof value !== 'object'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
