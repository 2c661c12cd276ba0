const MAX_DEPTH = 16

/** What expressions and `$contains` search: a list's elements joined by commas; undefined for null and objects. */
export function textOf(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (!Array.isArray(value) || depth > MAX_DEPTH) return undefined
  return value.map((element) => textOf(element, depth + 1) ?? '').join(',')
}
