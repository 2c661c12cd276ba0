/**
 * A value as the text that expressions and `$contains` look into.
 * @returns undefined for what has none: missing, null, and objects. A list is its elements, joined by commas.
 */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return Array.isArray(value) ? value.map((element) => textOf(element) ?? '').join(',') : undefined
}
