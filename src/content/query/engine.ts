import type { ContentQuery } from '#shared/content/content-source.ts'
import { compareText } from '#shared/text/compare-text.ts'

import type { ContentDocument } from '../document.ts'
import type { Facts } from './condition/find-facts.ts'
import { textOf } from './condition/text-of.ts'
import { createPatternCompiler } from './pattern/pattern-compiler.ts'
import { planQuery, type Plan } from './plan-query.ts'
import { LIMITS, refuse } from './refuse.ts'
import { createOrders } from './sort/create-orders.ts'

export interface EngineSettings {
  locales: readonly string[]
  defaultLocale?: string
  /** Fields of a page that its node contains; false disables the navigation. */
  navigation: { fields: readonly string[] } | false
}

export type Found = Partial<ContentDocument>

/**
 * Without a policy: drafts are included, no defaults are added. Methods throw only ContentError 400. Whole documents
 * are frozen, because the engine shares them; copies with picked fields belong to the caller.
 */
export interface ContentEngine {
  readonly settings: EngineSettings
  /** By code units of `_id`. This order also decides between documents that compare equal. */
  readonly documents: readonly ContentDocument[]
  find: (query: ContentQuery) => Found[]
  /** The whole document, and the fields that the query picks. */
  first: (query: ContentQuery) => { document: ContentDocument; picked: Found } | undefined
  /** Ignores skip and limit. */
  count: (query: ContentQuery) => number
  /** Null beyond the ends of the matches; all null without the center. Includes folders hidden from the navigation. */
  surround: (query: ContentQuery) => (Found | null)[]
}

/** The index is used if it leaves at most one document in so many. Otherwise a limit ends the walk over the order early. */
const FEW = { limited: 8, all: 2 } as const

export function createEngine(documents: readonly ContentDocument[], settings: EngineSettings): ContentEngine {
  const stored = freezeDeep(documents.toSorted((a, b) => compareText(a._id, b._id)))
  const index = createIndex(stored)
  const orders = createOrders(stored, index.ofLocale)
  const patterns = createPatternCompiler()

  /** @throws {ContentError} 400 if the query is invalid, or too expensive for the number of documents */
  function planFor(query: ContentQuery): Plan {
    const plan = planQuery(query, patterns)
    if (plan.work * stored.length > LIMITS.work)
      refuse('The query', `asks too much of ${stored.length} documents: use fewer conditions or shorter expressions`)
    return plan
  }

  const at = (number: number): ContentDocument => stored[number] as ContentDocument
  const orderOf = ({ sort, facts }: Plan) => orders(sort, facts.locale)

  function select(plan: Plan, most: number): number[] {
    const { facts, matches } = plan
    const candidates = index.candidates(facts)
    const few = most < stored.length ? FEW.limited : FEW.all
    if (candidates && (candidates.count < 2 || candidates.count * few <= stored.length)) {
      const found = candidates.numbers().filter((number) => matches(at(number)))
      if (found.length < 2) return found
      const { positions } = orderOf(plan)
      return found.toSorted((a, b) => (positions[a] as number) - (positions[b] as number)).slice(0, most)
    }
    const found: number[] = []
    for (const number of orderOf(plan).list) {
      if (found.length >= most) break
      if (matches(at(number))) found.push(number)
    }
    return found
  }

  function findCenter(plan: Plan, surround: NonNullable<Plan['surround']>): number {
    const { list, positions } = orderOf(plan)
    const isCenter = (number: number) => surround.isCenter(at(number)) && plan.matches(at(number))
    const candidates = index.candidates(surround.facts) ?? index.candidates(plan.facts)
    if (!candidates) return list.findIndex(isCenter)
    return candidates.numbers().reduce((first, number) => {
      const position = positions[number] as number
      return position >= 0 && (first < 0 || position < first) && isCenter(number) ? position : first
    }, -1)
  }

  function walk(plan: Plan, from: number, step: 1 | -1, most: number): number[] {
    const { list } = orderOf(plan)
    const found: number[] = []
    for (let position = from + step; found.length < most && position >= 0 && position < list.length; position += step)
      if (plan.matches(at(list[position] as number))) found.push(list[position] as number)
    return found
  }

  return {
    settings,
    documents: stored,
    find(query) {
      const plan = planFor(query)
      const end = plan.limit === 0 ? stored.length : plan.skip + plan.limit
      return select(plan, end)
        .slice(plan.skip, end)
        .map((number) => plan.pick(at(number)))
    },
    first(query) {
      const plan = planFor(query)
      const number = select(plan, plan.skip + 1)[plan.skip]
      return number === undefined ? undefined : { document: at(number), picked: plan.pick(at(number)) }
    },
    count(query) {
      const { facts, matches } = planFor(query)
      const numbers =
        index.candidates(facts)?.numbers() ?? (facts.locale === undefined ? undefined : index.ofLocale(facts.locale))
      if (!numbers) return stored.reduce((sum, document) => (matches(document) ? sum + 1 : sum), 0)
      return numbers.reduce((sum, number) => (matches(at(number)) ? sum + 1 : sum), 0)
    },
    surround(query) {
      const plan = planFor(query)
      if (!plan.surround) return []
      const { before, after } = plan.surround
      const center = findCenter(plan, plan.surround)
      const nothing = (length: number) => Array.from({ length }, () => null)
      if (center < 0) return nothing(before + after)
      const earlier = walk(plan, center, -1, before).toReversed()
      const later = walk(plan, center, 1, after)
      const show = (number: number) => plan.pick(at(number))
      return [
        ...nothing(before - earlier.length),
        ...earlier.map(show),
        ...later.map(show),
        ...nothing(after - later.length),
      ]
    },
  }
}

function freezeDeep<Value>(value: Value): Value {
  const waiting: unknown[] = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next !== 'object' || next === null || Object.isFrozen(next)) continue
    Object.freeze(next)
    for (const inner of Object.values(next)) waiting.push(inner)
  }
  return value
}

interface Candidates {
  count: number
  numbers: () => readonly number[]
}

const NONE: readonly number[] = []

function createIndex(documents: readonly ContentDocument[]) {
  const byPath = group(documents, ({ _path: path }) => path)
  const byLocale = group(documents, ({ _locale: locale }) => locale)
  const sorted = [...byPath].toSorted(([a], [b]) => compareText(a, b))
  const paths = sorted.flatMap(([path, numbers]) => numbers.map(() => path))
  const inPathOrder = sorted.flatMap(([, numbers]) => numbers)

  // `_path` may be a list, whose elements `$in` matches; `byPath` has such a list only as one text.
  const ofLists = [...documents.keys()].filter((number) => Array.isArray(documents[number]?._path))

  const under = (prefix: string): Candidates => {
    const from = findFirst(paths, (path) => path >= prefix)
    const to = findFirst(paths, (path) => path.slice(0, prefix.length) > prefix)
    return { count: to - from, numbers: () => inPathOrder.slice(from, to) }
  }
  const at = (wanted: readonly string[]): Candidates => {
    const [only] = wanted
    const numbers =
      wanted.length === 1 && ofLists.length === 0
        ? (byPath.get(only as string) ?? NONE)
        : [...new Set([...ofLists, ...wanted.flatMap((path) => byPath.get(path) ?? NONE)])]
    return { count: numbers.length, numbers: () => numbers }
  }
  return {
    /** Undefined if neither a path nor a prefix is known. */
    candidates({ paths: wanted, prefix }: Facts) {
      if (wanted) return at(wanted)
      return prefix === undefined ? undefined : under(prefix)
    },
    ofLocale: (locale: string) => byLocale.get(locale) ?? NONE,
  }
}

/** A document without that text is in no group, as no text matches it. */
function group(documents: readonly ContentDocument[], valueOf: (document: ContentDocument) => unknown) {
  const groups = new Map<string, number[]>()
  for (const [number, document] of documents.entries()) {
    const name = textOf(valueOf(document))
    if (name === undefined) continue
    const members = groups.get(name)
    if (members) members.push(number)
    else groups.set(name, [number])
  }
  return groups
}

/** Binary search for the first text that passes, if all later ones pass too; the length if none passes. */
function findFirst(sorted: readonly string[], passes: (text: string) => boolean): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (passes(sorted[middle] as string)) high = middle
    else low = middle + 1
  }
  return low
}
