import type { ContentDocument } from '../document.ts'
import {
  cheapFirst,
  compileCondition,
  compileKeys,
  startCompilation,
  type Compilation,
} from './condition/compile-condition.ts'
import { findFacts, type Facts } from './condition/find-facts.ts'
import type { Test } from './condition/operators.ts'
import type { ContentQuery } from './content-query.ts'
import { isRecord } from './is-record.ts'
import type { Patterns } from './pattern/create-patterns.ts'
import { MOST, refuse } from './refuse.ts'
import { readSort, type SortKey } from './sort/read-sort.ts'

/** A question made ready: checked, its conditions compiled, its numbers read. */
export interface Plan {
  fits: Test
  /** What narrows the search before anything is compared. */
  facts: Facts
  sort: SortKey[]
  skip: number
  /** 0 is no limit. */
  limit: number
  pick: Picker
  surround: SurroundPlan | null
  /** What it costs to ask all of it of one document. */
  work: number
}

interface SurroundPlan {
  isCentre: Test
  facts: Facts
  before: number
  after: number
}

/** @throws {ContentError} 400, naming what is wrong and where it stands */
export function planQuery(query: ContentQuery, patterns: Patterns): Plan {
  if (!isRecord(query)) refuse('The query', 'is no object')
  const compilation = startCompilation(patterns)
  const where = readWhere(query.where)
  const surround = query.surround ?? null
  const plan = {
    ...compileWhere(where, compilation),
    sort: readSort(query.sort),
    ...readPaging(query),
    pick: createPicker(query.only, query.without),
    surround: surround === null ? null : planSurround(surround, compilation),
  }
  return { ...plan, work: compilation.work }
}

/**
 * The conditions of a question as a list; one alone counts as a list.
 * @throws {ContentError} 400 for an entry that is no object
 */
export function readWhere(where: unknown): Record<string, unknown>[] {
  if (where === undefined || where === null) return []
  const entries: unknown[] = Array.isArray(where) ? where : [where]
  if (entries.length > MOST.listLength) refuse('where', `is a list of more than ${MOST.listLength}`)
  const odd = entries.findIndex((entry) => !isRecord(entry))
  if (odd >= 0) refuse(Array.isArray(where) ? `where[${odd}]` : 'where', 'is no object')
  return entries as Record<string, unknown>[]
}

/** @throws {ContentError} 400 */
export function readPaging({ skip, limit }: ContentQuery): Pick<Plan, 'skip' | 'limit'> {
  return { skip: readCount(skip, 'skip') ?? 0, limit: readCount(limit, 'limit') ?? 0 }
}

function compileWhere(where: Record<string, unknown>[], compilation: Compilation): Pick<Plan, 'fits' | 'facts'> {
  const tests = where.flatMap((entry, index) => compileKeys(entry, `where[${index}]`, compilation))
  return { fits: cheapFirst(tests), facts: findFacts(where) }
}

function planSurround(surround: unknown, compilation: Compilation): SurroundPlan {
  if (!isRecord(surround)) return refuse('surround', 'is no object')
  const { query } = surround
  const centre = typeof query === 'string' ? { _path: query } : query
  if (!isRecord(centre)) return refuse('surround.query', 'needs a path or a condition')
  return {
    isCentre: compileCondition(centre, 'surround.query', compilation),
    facts: findFacts([centre]),
    before: readCount(surround['before'], 'surround.before') ?? 1,
    after: readCount(surround['after'], 'surround.after') ?? 1,
  }
}

/** A whole number of results; its text does as well. */
function readCount(value: unknown, place: string): number | undefined {
  if (value === undefined || value === null) return undefined
  const count = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 0 || count > MOST.results)
    return refuse(place, `needs a whole number from 0 to ${MOST.results}`)
  return count
}

type Picker = (document: ContentDocument) => Partial<ContentDocument>

/**
 * Makes the function that leaves of a document what was asked for: first without, then only. Keys of the top level;
 * `_` and `$` stand for every key that begins so, a dotted key for nothing.
 * @throws {ContentError} 400 for what is no list of texts
 */
function createPicker(only: unknown, without: unknown): Picker {
  const wanted = readKeys(only, 'only')
  const unwanted = readKeys(without, 'without')
  const [isWanted, isUnwanted] = [createSelection(wanted), createSelection(unwanted)]
  if (wanted.length === 0 && unwanted.length === 0) return (document) => document
  const [keys, prefixes] = [wanted.filter((key) => !isPrefix(key)), wanted.some(isPrefix)]
  if (wanted.length > 0 && !prefixes)
    return (document) => copy(document, keys, (key) => Object.hasOwn(document, key) && !isUnwanted(key))
  return (document) =>
    copy(document, Object.keys(document), (key) => !isUnwanted(key) && (wanted.length === 0 || isWanted(key)))
}

function copy(document: ContentDocument, keys: readonly string[], isSaved: (key: string) => boolean) {
  const picked: Record<string, unknown> = {}
  // This one key would change what the copy inherits.
  for (const key of keys) if (key !== '__proto__' && isSaved(key)) picked[key] = document[key]
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
  if (keys.length > MOST.listLength) refuse(place, `is a list of more than ${MOST.listLength}`)
  if (!keys.every((key) => typeof key === 'string')) refuse(place, 'needs a list of keys')
  return keys
}
