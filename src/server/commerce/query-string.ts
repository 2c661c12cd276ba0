/** A query as the SDK's methods take it: values, lists, and conditions nested in objects. */
export type Query = Record<string, unknown>

/**
 * Writes a query the way the backend reads it: `id[0]=a&created_at[$gt]=…`.
 * Entries that are '', null or undefined are left out, at any depth.
 * @returns the query without its question mark; '' where nothing is left
 */
export function toQueryString(query: Query): string {
  return Object.entries(query)
    .flatMap(([key, value]) => toPairs(key, value))
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
    .join('&')
}

function toPairs(key: string, value: unknown): [string, string][] {
  if (value === undefined || value === null || value === '') return []
  if (value instanceof Date) return [[key, value.toISOString()]]
  if (Array.isArray(value)) {
    return value
      .filter((entry) => entry !== undefined && entry !== null && entry !== '')
      .flatMap((entry, index) => toPairs(`${key}[${index}]`, entry))
  }
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([inner, entry]) => toPairs(`${key}[${inner}]`, entry))
  }
  return [[key, typeof value === 'string' ? value : JSON.stringify(value)]]
}
