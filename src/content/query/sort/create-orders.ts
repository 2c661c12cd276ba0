import type { ContentDocument } from '#content/document.ts'

import { createBoundedCache } from '../bounded-cache.ts'
import { createGetter } from '../condition/create-getter.ts'
import { textOf } from '../condition/text-of.ts'
import type { Collation, SortKey } from './read-sort.ts'

const MAX_COLUMNS = 32
const MAX_ORDERS = 24

interface Order {
  list: Int32Array
  /** -1 if the document is not in the list. */
  positions: Int32Array
}

/** Equal documents keep their stored order. */
type Orders = (sort: readonly SortKey[], locale: string | undefined) => Order

/** Queries repeat the same few orders. `ofLocale` is ascending. */
export function createOrders(
  documents: readonly ContentDocument[],
  ofLocale: (locale: string) => readonly number[],
): Orders {
  const columns = createBoundedCache<Int32Array>(MAX_COLUMNS)
  const orders = createBoundedCache<Order>(MAX_ORDERS)
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
  const emptyOrder: Order = { list: new Int32Array(0), positions: new Int32Array(documents.length).fill(-1) }
  return (sort, locale) => {
    // A locale without documents must not evict a cached order.
    if (locale !== undefined && ofLocale(locale).length === 0) return emptyOrder
    return orders(orderKey(sort, locale), () => make(sort, locale))
  }
}

function orderKey(sort: readonly SortKey[], locale: string | undefined): string {
  return JSON.stringify([locale ?? null, sort])
}

interface Comparable {
  text: string
  rest: number
}

/** JavaScript converts every object to this text, so all objects compare equal. */
const ANY_OBJECT = '[object Object]'

/**
 * Ranks let a sort compare numbers only. Null comes after all values, a missing value last. With `numeric`, a number
 * sorts against a text like the text of its integer part, and a negative one like `-`.
 */
function rankColumn(documents: readonly ContentDocument[], key: string, collation: Collation): Int32Array {
  const get = createGetter(key)
  const values = documents.map(get)
  const comparables = values.map((value) => toComparable(value, collation.numeric))
  const distinct = new Map<string, Comparable>()
  for (const comparable of comparables) if (comparable) distinct.set(comparableKey(comparable), comparable)

  const { locale, numeric, sensitivity, caseFirst } = collation
  const { compare: compareText } = new Intl.Collator(locale, { numeric, sensitivity, caseFirst })
  const compare = (a: Comparable, b: Comparable) => compareText(a.text, b.text) || a.rest - b.rest
  const sorted = [...distinct].toSorted(([, a], [, b]) => compare(a, b))
  const ranks = new Map<string, number>()
  let rank = 0
  for (const [index, [name, comparable]] of sorted.entries()) {
    const previous = sorted[index - 1]?.[1]
    if (previous && compare(previous, comparable) !== 0) rank += 1
    ranks.set(name, rank)
  }
  return Int32Array.from(comparables, (comparable, number) => {
    if (comparable) return ranks.get(comparableKey(comparable)) as number
    return rank + (values[number] === null ? 1 : 2)
  })
}

function toComparable(value: unknown, numeric: boolean): Comparable | null {
  if (numeric && typeof value === 'number' && Number.isFinite(value)) {
    if (value < 0) return { text: '-', rest: value }
    const whole = Math.trunc(value)
    return { text: String(BigInt(whole)), rest: value - whole }
  }
  const text = textOf(value) ?? (typeof value === 'object' && value !== null ? ANY_OBJECT : undefined)
  return text === undefined ? null : { text, rest: 0 }
}

function comparableKey({ text, rest }: Comparable): string {
  return rest === 0 ? text : `${text}\0${rest}`
}
