import { UnsendableError } from './unsendable-error.ts'

/** A query as the SDK's methods take it: values, lists, and conditions nested in objects. */
export type Query = Record<string, unknown>

/**
 * How far the backend reads. Others that read queries in this manner take a list of more than 20 for a thing with
 * numbered names; Medusa has turned that off and reads a list of any length, so there is no such limit here: a list cut
 * short would find less than was asked for.
 */
const MOST_PAIRS = 1000
const DEEPEST = 5

/**
 * Writes a query the way the backend reads it: `id[0]=a&created_at[$gt]=…`.
 * Entries that are '', null or undefined are left out, at any depth.
 * @returns the query without its question mark; '' where nothing is left
 * @throws UnsendableError for one that the backend would read in part, and answer as if the rest had not been asked
 */
export function toQueryString(query: Query): string {
  const pairs = Object.entries(query).flatMap(([key, value]) => toPairs(key, value))
  if (pairs.length > MOST_PAIRS)
    throw new UnsendableError(`A query has at most ${MOST_PAIRS} entries, not ${pairs.length}: ask in parts.`)
  const deep = pairs.find(([key]) => key.split('[').length - 1 > DEEPEST)
  if (deep) throw new UnsendableError(`A query is at most ${DEEPEST} deep; "${deep[0]}" is deeper.`)
  return pairs.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join('&')
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
