import type { ContentDocument } from '../../document.ts'
import { createGetter } from '../condition/create-getter.ts'
import { textOf } from '../condition/text-of.ts'
import type { Collation } from './read-sort.ts'

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
export function rankColumn(documents: readonly ContentDocument[], key: string, collation: Collation): Int32Array {
  const get = createGetter(key)
  const values = documents.map(get)
  const comparables = values.map((value) => toComparable(value, collation.numeric))
  const distinct = new Map<string, Comparable>()
  for (const comparable of comparables) if (comparable) distinct.set(nameOf(comparable), comparable)

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
    if (comparable) return ranks.get(nameOf(comparable)) as number
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

function nameOf({ text, rest }: Comparable): string {
  return rest === 0 ? text : `${text}\0${rest}`
}
