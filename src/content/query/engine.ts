import { compareText } from '#shared/text/compare-text.ts'

import type { ContentDocument } from '../document.ts'
import type { Facts } from './condition/find-facts.ts'
import { textOf } from './condition/text-of.ts'
import type { ContentQuery } from './content-query.ts'
import { createPatterns } from './pattern/create-patterns.ts'
import { planQuery, type Plan } from './plan-query.ts'
import { MOST, refuse } from './refuse.ts'
import { createOrders } from './sort/create-orders.ts'

export interface EngineSettings {
  /** None: documents have no language of their own. */
  locales: readonly string[]
  defaultLocale?: string | undefined
  /** Fields of a page that its node in the navigation shows; false switches the navigation off. */
  navigation: { fields: readonly string[] } | false
}

export type Found = Partial<ContentDocument>

/**
 * Answers questions about a fixed set of documents, without a policy: what is asked is what is answered, drafts and all.
 * All throw ContentError 400 for a question that is wrong, and nothing else. Answers are frozen where they are documents
 * of the engine, and the caller's own where they are not.
 */
export interface ContentEngine {
  readonly settings: EngineSettings
  /** In stored order, by code unit of `_id`: where documents compare equal, it decides. */
  readonly documents: readonly ContentDocument[]
  find: (query: ContentQuery) => Found[]
  /** The first one, whole and as it was asked for. */
  first: (query: ContentQuery) => { document: ContentDocument; picked: Found } | undefined
  /** How many fit, whatever the limit. */
  count: (query: ContentQuery) => number
  /**
   * Those before the centre and those after it, null beyond the ends; all null where there is no centre. They come from
   * the list that was asked for and nothing else: folders that the navigation hides are no matter here.
   */
  surround: (query: ContentQuery) => (Found | null)[]
}

/**
 * Candidates are gathered and then sorted where all documents are at least so many times as many. Otherwise the sorted
 * list is walked, which a limit ends early.
 */
const FEW = { limited: 8, all: 2 } as const

/**
 * @param documents are frozen, deeply
 * @throws nothing: a document may hold anything
 */
export function createEngine(documents: readonly ContentDocument[], settings: EngineSettings): ContentEngine {
  const stored = freezeDeep(documents.toSorted((a, b) => compareText(a._id, b._id)))
  const index = createIndex(stored)
  const orders = createOrders(stored, index.ofLocale)
  const patterns = createPatterns()

  /** @throws {ContentError} 400 also for a question that is too much work for so many documents */
  function planFor(query: ContentQuery): Plan {
    const plan = planQuery(query, patterns)
    if (plan.work * stored.length > MOST.work)
      refuse('The query', `asks too much of ${stored.length} documents: use fewer conditions or shorter expressions`)
    return plan
  }

  const at = (number: number): ContentDocument => stored[number] as ContentDocument
  const orderOf = ({ sort, facts }: Plan) => orders(sort, facts.locale)

  /** Numbers of the documents that fit, in the order asked for, from the first up to so many. */
  function select(plan: Plan, most: number): number[] {
    const { facts, fits } = plan
    const candidates = index.candidates(facts)
    const few = most < stored.length ? FEW.limited : FEW.all
    if (candidates && (candidates.count < 2 || candidates.count * few <= stored.length)) {
      const found = candidates.numbers().filter((number) => fits(at(number)))
      if (found.length < 2) return found
      const { positions } = orderOf(plan)
      return found.toSorted((a, b) => (positions[a] as number) - (positions[b] as number)).slice(0, most)
    }
    const found: number[] = []
    for (const number of orderOf(plan).list) {
      if (found.length >= most) break
      if (fits(at(number))) found.push(number)
    }
    return found
  }

  /** The position of the centre in the order; -1 where there is none. */
  function findCentre(plan: Plan, surround: NonNullable<Plan['surround']>): number {
    const { list, positions } = orderOf(plan)
    const isCentre = (number: number) => surround.isCentre(at(number)) && plan.fits(at(number))
    const candidates = index.candidates(surround.facts) ?? index.candidates(plan.facts)
    if (!candidates) return list.findIndex(isCentre)
    return candidates.numbers().reduce((first, number) => {
      const position = positions[number] as number
      return position >= 0 && (first < 0 || position < first) && isCentre(number) ? position : first
    }, -1)
  }

  /** Up to so many that fit, from a position on, forwards or back; the nearest comes first. */
  function walk(plan: Plan, from: number, step: 1 | -1, most: number): number[] {
    const { list } = orderOf(plan)
    const found: number[] = []
    for (let position = from + step; found.length < most && position >= 0 && position < list.length; position += step)
      if (plan.fits(at(list[position] as number))) found.push(list[position] as number)
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
      const { facts, fits } = planFor(query)
      const numbers =
        index.candidates(facts)?.numbers() ?? (facts.locale === undefined ? undefined : index.ofLocale(facts.locale))
      if (!numbers) return stored.reduce((sum, document) => (fits(document) ? sum + 1 : sum), 0)
      return numbers.reduce((sum, number) => (fits(at(number)) ? sum + 1 : sum), 0)
    },
    surround(query) {
      const plan = planFor(query)
      if (!plan.surround) return []
      const { before, after } = plan.surround
      const centre = findCentre(plan, plan.surround)
      const nothing = (length: number) => Array.from({ length }, () => null)
      if (centre < 0) return nothing(before + after)
      const earlier = walk(plan, centre, -1, before).toReversed()
      const later = walk(plan, centre, 1, after)
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

/** Freezes a value and all that it holds, however deep, so that an answer can be handed out without being copied. */
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

/** Documents by their numbers: all that can fit, perhaps some more. How many is known before they are gathered. */
interface Candidates {
  count: number
  numbers: () => readonly number[]
}

/** Finds documents by path, by the beginning of the path, and by language. */
interface DocumentIndex {
  /** Undefined where nothing narrows the search. */
  candidates: (facts: Facts) => Candidates | undefined
  /** Ascending. */
  ofLocale: (locale: string) => readonly number[]
}

const NONE: readonly number[] = []

function createIndex(documents: readonly ContentDocument[]): DocumentIndex {
  const byPath = group(documents, ({ _path: path }) => path)
  const byLocale = group(documents, ({ _locale: locale }) => locale)
  const sorted = [...byPath].toSorted(([a], [b]) => compareText(a, b))
  const paths = sorted.flatMap(([path, numbers]) => numbers.map(() => path))
  const inPathOrder = sorted.flatMap(([, numbers]) => numbers)

  // A document may hold a list there, and `$in` looks into lists. As a text it is in `byPath` too.
  const ofLists = [...documents.keys()].filter((number) => Array.isArray(documents[number]?._path))

  const under = (prefix: string): Candidates => {
    const from = firstThat(paths, (path) => path >= prefix)
    const to = firstThat(paths, (path) => path.slice(0, prefix.length) > prefix)
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
    candidates({ paths: wanted, prefix }) {
      if (wanted) return at(wanted)
      return prefix === undefined ? undefined : under(prefix)
    },
    ofLocale: (locale) => byLocale.get(locale) ?? NONE,
  }
}

/** What has no text has no group: no condition that looks for a text can find it. */
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

/** @returns the place of the first that passes, where all after it do; the length where none does */
function firstThat(sorted: readonly string[], passes: (text: string) => boolean): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (passes(sorted[middle] as string)) high = middle
    else low = middle + 1
  }
  return low
}
