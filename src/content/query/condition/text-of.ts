/** Maximum nesting of lists. */
const MAX_DEPTH = 16

/**
 * Converts a value to the text that expressions and `$contains` search.
 * @returns for a list its elements joined by commas; undefined for missing values, null and objects
 */
export function textOf(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (!Array.isArray(value) || depth > MAX_DEPTH) return undefined
  return value.map((element) => textOf(element, depth + 1) ?? '').join(',')
}
