import type { ContentQuery } from '#shared/content/content-source.ts'

import type { ContentDocument } from '../document.ts'
import {
  allOfCheapestFirst,
  compileCondition,
  compileKeys,
  startCompilation,
  type Compilation,
} from './condition/compile-condition.ts'
import { findFacts, type Facts } from './condition/find-facts.ts'
import type { Test } from './condition/operators.ts'
import { isRecord } from './is-record.ts'
import type { PatternCompiler } from './pattern/pattern-compiler.ts'
import { LIMITS, refuse } from './refuse.ts'
import { readSort, type SortKey } from './sort/read-sort.ts'

export interface Plan {
  matches: Test
  facts: Facts
  sort: SortKey[]
  skip: number
  /** 0 means no limit. */
  limit: number
  pick: Picker['pick']
  surround: SurroundPlan | null
  work: number
}

interface SurroundPlan {
  isCenter: Test
  facts: Facts
  before: number
  after: number
}

/** @throws {ContentError} 400, naming the mistake and its position in the query */
export function planQuery(query: ContentQuery, patterns: PatternCompiler): Plan {
  if (!isRecord(query)) refuse('The query', 'is no object')
  const compilation = startCompilation(patterns)
  const where = readWhere(query.where)
  const surround = query.surround ?? null
  const plan = {
    ...compileWhere(where, compilation),
    sort: readSort(query.sort),
    ...readPaging(query),
    surround: surround === null ? null : planSurround(surround, compilation),
  }
  const { pick, pickWork } = createPicker(query.only, query.without)
  return { ...plan, pick, work: compilation.work + pickWork }
}

/** Throws ContentError 400 for an entry that is not an object. */
export function readWhere(where: unknown): Record<string, unknown>[] {
  if (where === undefined || where === null) return []
  const entries: unknown[] = Array.isArray(where) ? where : [where]
  if (entries.length > LIMITS.listLength) refuse('where', `is a list of more than ${LIMITS.listLength}`)
  const odd = entries.findIndex((entry) => !isRecord(entry))
  if (odd >= 0) refuse(Array.isArray(where) ? `where[${odd}]` : 'where', 'is no object')
  return entries as Record<string, unknown>[]
}

export function readPaging({ skip, limit }: ContentQuery): Pick<Plan, 'skip' | 'limit'> {
  return { skip: readCount(skip, 'skip') ?? 0, limit: readCount(limit, 'limit') ?? 0 }
}

function compileWhere(where: Record<string, unknown>[], compilation: Compilation): Pick<Plan, 'matches' | 'facts'> {
  const tests = where.flatMap((entry, index) => compileKeys(entry, `where[${index}]`, compilation))
  return { matches: allOfCheapestFirst(tests), facts: findFacts(where) }
}

function planSurround(surround: unknown, compilation: Compilation): SurroundPlan {
  if (!isRecord(surround)) return refuse('surround', 'is no object')
  const { query } = surround
  const center = typeof query === 'string' ? { _path: query } : query
  if (!isRecord(center)) return refuse('surround.query', 'needs a path or a condition')
  return {
    isCenter: compileCondition(center, 'surround.query', compilation),
    facts: findFacts([center]),
    before: readCount(surround['before'], 'surround.before') ?? 1,
    after: readCount(surround['after'], 'surround.after') ?? 1,
  }
}

/** May be given as text. */
function readCount(value: unknown, place: string): number | undefined {
  if (value === undefined || value === null) return undefined
  const count = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 0 || count > LIMITS.results)
    return refuse(place, `needs a whole number from 0 to ${LIMITS.results}`)
  return count
}

interface Picker {
  pick: (document: ContentDocument) => Partial<ContentDocument>
  pickWork: number
}

/** `without` wins over `only`. `_` and `$` select every key with that prefix. A dotted key selects nothing. */
function createPicker(only: unknown, without: unknown): Picker {
  const wanted = readKeys(only, 'only')
  const unwanted = readKeys(without, 'without')
  const [isWanted, isUnwanted] = [createSelection(wanted), createSelection(unwanted)]
  if (wanted.length === 0 && unwanted.length === 0) return { pick: (document) => document, pickWork: 0 }
  if (wanted.length > 0 && !wanted.some(isPrefix)) {
    const isPicked = (document: ContentDocument, key: string) => Object.hasOwn(document, key) && !isUnwanted(key)
    return { pick: (document) => copy(document, wanted, (key) => isPicked(document, key)), pickWork: wanted.length / 2 }
  }
  const isPicked = (key: string) => !isUnwanted(key) && (wanted.length === 0 || isWanted(key))
  return { pick: (document) => copy(document, Object.keys(document), isPicked), pickWork: 0 }
}

function copy(document: ContentDocument, keys: readonly string[], isPicked: (key: string) => boolean) {
  const picked: Record<string, unknown> = {}
  // Assigning this key would change the prototype of the copy.
  for (const key of keys) if (key !== '__proto__' && isPicked(key)) picked[key] = document[key]
  return picked
}

function createSelection(keys: readonly string[]): (key: string) => boolean {
  const names = new Set(keys.filter((key) => !isPrefix(key)))
  const prefixes = keys.filter(isPrefix)
  return (key) => names.has(key) || prefixes.some((prefix) => key.startsWith(prefix))
}

function isPrefix(key: string): boolean {
  return key === '_' || key === '$'
}

function readKeys(value: unknown, place: string): string[] {
  if (value === undefined || value === null) return []
  const keys: unknown[] = Array.isArray(value) ? value : [value]
  if (keys.length > LIMITS.listLength) refuse(place, `is a list of more than ${LIMITS.listLength}`)
  if (!keys.every((key) => typeof key === 'string')) refuse(place, 'needs a list of keys')
  return keys
}
