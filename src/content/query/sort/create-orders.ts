import type { ContentDocument } from '#content/document.ts'

import { createBoundedCache } from '../bounded-cache.ts'
import { createGetter } from '../condition/create-getter.ts'
import { textOf } from '../condition/text-of.ts'
import type { Collation, SortKey } from './read-sort.ts'

const MOST_COLUMNS = 32
const MOST_ORDERS = 24

/** Documents in one order, by their numbers. */
interface Order {
  list: Int32Array
  /** Of each document in the list; -1 where it is not there. */
  positions: Int32Array
}

/** @returns the order of all documents, or of those of one language; equal ones stay as they are stored */
type Orders = (sort: readonly SortKey[], locale: string | undefined) => Order

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

/** A value as it is compared: first its text, then what is left of a number. */
interface Comparable {
  text: string
  rest: number
}

/** How JavaScript writes every object: they are there, and all alike. */
const ANY_OBJECT = '[object Object]'

/**
 * Ranks documents by one key: equal values share a rank; null comes after them, and what is missing last. Comparing
 * ranks is all that a sort has to do then.
 *
 * With `numeric` numbers are compared as numbers. So that they also stand in one order with texts, a number lies where
 * the text of its whole part lies, and a negative one where the minus lies.
 * @returns a rank for each document, in their order
 */
function rankColumn(documents: readonly ContentDocument[], key: string, collation: Collation): Int32Array {
  const get = createGetter(key)
  const values = documents.map(get)
  const comparables = values.map((value) => toComparable(value, collation.numeric))
  const distinct = new Map<string, Comparable>()
  for (const comparable of comparables) if (comparable) distinct.set(nameOfComparable(comparable), comparable)

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
    if (comparable) return ranks.get(nameOfComparable(comparable)) as number
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

function nameOfComparable({ text, rest }: Comparable): string {
  return rest === 0 ? text : `${text}\0${rest}`
}
