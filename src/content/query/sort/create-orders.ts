import type { ContentDocument } from '../../document.ts'
import { createBoundedCache } from '../bounded-cache.ts'
import { rankColumn } from './rank-column.ts'
import type { SortKey } from './read-sort.ts'

const MOST_COLUMNS = 32
const MOST_ORDERS = 24

/** Documents in one order, by their numbers. */
export interface Order {
  list: Int32Array
  /** Of each document in the list; -1 where it is not there. */
  positions: Int32Array
}

/** @returns the order of all documents, or of those of one language; equal ones stay as they are stored */
export type Orders = (sort: readonly SortKey[], locale: string | undefined) => Order

/**
 * Keeps lists that are sorted already. An order is made when it is first asked for, and a bounded number is kept, for
 * what is asked again and again is asked in the same few orders.
 * @param ofLocale numbers of the documents of a language, ascending
 */
export function createOrders(
  documents: readonly ContentDocument[],
  ofLocale: (locale: string) => readonly number[],
): Orders {
  const columns = createBoundedCache<Int32Array>(MOST_COLUMNS)
  const orders = createBoundedCache<Order>(MOST_ORDERS)
  const columnOf = ({ key, collation }: SortKey): Int32Array =>
    columns(JSON.stringify([key, collation]), () => rankColumn(documents, key, collation))
  const make = (sort: readonly SortKey[], locale: string | undefined): Order => {
    const keys = sort.map((key) => ({ ranks: columnOf(key), direction: key.direction }))
    const numbers = locale === undefined ? documents.keys() : ofLocale(locale)
    const list = Int32Array.from(numbers).toSorted((a, b) => {
      for (const { ranks, direction } of keys) {
        const difference = (ranks[a] as number) - (ranks[b] as number)
        if (difference !== 0) return difference * direction
      }
      return a - b
    })
    const positions = new Int32Array(documents.length).fill(-1)
    for (const [position, number] of list.entries()) positions[number] = position
    return { list, positions }
  }
  const nothing: Order = { list: new Int32Array(0), positions: new Int32Array(documents.length).fill(-1) }
  return (sort, locale) => {
    // A language that no one writes in takes no place from one that is asked for.
    if (locale !== undefined && ofLocale(locale).length === 0) return nothing
    return orders(nameOf(sort, locale), () => make(sort, locale))
  }
}

function nameOf(sort: readonly SortKey[], locale: string | undefined): string {
  return JSON.stringify([locale ?? null, sort])
}
