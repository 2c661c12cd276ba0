const WIDEST_CELL = 40
/** What tells one thing from another stands first. */
const FIRST = [
  'id',
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

/**
 * An answer of the backend for people: rows of its list, or the fields of its one thing.
 * @param width letters that fit on a line
 */
export function toTable(answer: unknown, width: number): string {
  if (!isRecord(answer)) return answer === undefined ? 'Done.' : JSON.stringify(answer)
  const list = Object.values(answer).find((value) => Array.isArray(value)) as unknown[] | undefined
  if (list?.length === 0) return 'None.'
  if (list?.every(isRecord)) return [...rowsOf(list, width), countOf(list, answer)].join('\n')
  const things = Object.entries(answer).filter((entry): entry is [string, Record<string, unknown>] =>
    isRecord(entry[1]),
  )
  if (things.length === 0) return fieldsOf(answer, width)
  return things.map(([name, thing]) => `${name}\n${fieldsOf(thing, width)}`).join('\n\n')
}

function rowsOf(rows: readonly Record<string, unknown>[], width: number): string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row).filter((name) => isPlain(row[name]))))].toSorted(
    (a, b) => rankOf(a) - rankOf(b),
  )
  const cells = [names, ...rows.map((row) => names.map((name) => cellOf(row[name])))]
  const widths = names.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  let room = width
  const fitting = widths.findIndex((size) => (room -= size + 2) < -2)
  const columns = fitting === -1 ? names.length : Math.max(1, fitting)
  return cells.map((row) =>
    row
      .slice(0, columns)
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function countOf(list: readonly unknown[], { count }: Record<string, unknown>): string {
  return typeof count === 'number' && count > list.length ? `${list.length} of ${count}` : `${list.length}`
}

function fieldsOf(thing: Record<string, unknown>, width: number): string {
  const names = Object.keys(thing).toSorted((a, b) => rankOf(a) - rankOf(b))
  const longest = Math.max(0, ...names.map((name) => name.length))
  return names
    .map((name) =>
      `  ${name.padEnd(longest)}  ${valueOf(thing[name]).slice(0, Math.max(20, width - longest - 4))}`.trimEnd(),
    )
    .join('\n')
}

function valueOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 1 ? '1 thing' : `${value.length} things`
  return isRecord(value) ? JSON.stringify(value) : cellOf(value, Infinity)
}

function cellOf(value: unknown, widest = WIDEST_CELL): string {
  if (value === null || value === undefined) return ''
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(/\s+/g, ' ')
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
