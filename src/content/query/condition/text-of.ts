/** Of lists within lists: what lies deeper is no text that anybody reads. */
const DEEPEST = 16

/**
 * A value as the text that expressions and `$contains` look into.
 * @returns undefined for what has none: missing, null, and objects. A list is its elements, joined by commas.
 */
export function textOf(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (!Array.isArray(value) || depth > DEEPEST) return undefined
  return value.map((element) => textOf(element, depth + 1) ?? '').join(',')
}
