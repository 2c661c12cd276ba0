import { plainPattern } from '../pattern/plain-pattern.ts'

/** What every match must meet and an index can look up. Facts only narrow the search: all tests still run. */
export interface Facts {
  paths?: readonly string[]
  prefix?: string
  locale?: string
}

/** From the top level of conditions that must all match, and from their `$and`. */
export function findFacts(where: readonly unknown[]): Facts {
  const facts: Facts = {}
  for (const entry of where) {
    if (typeof entry !== 'object' || entry === null) continue
    for (const [key, condition] of Object.entries(entry)) {
      if (key === '_path') Object.assign(facts, findPaths(condition))
      else if (key === '_locale') Object.assign(facts, findLocale(condition))
      else if (key === '$and' && Array.isArray(condition)) Object.assign(facts, findFacts(condition))
    }
  }
  return facts
}

function findPaths(condition: unknown): Facts {
  if (typeof condition === 'string') return { paths: [condition] }
  if (condition instanceof RegExp) {
    const prefix = plainPattern(condition)?.prefix
    return prefix ? { prefix } : {}
  }
  if (typeof condition !== 'object' || condition === null) return {}
  const { $eq: equal, $in: list } = condition as { $eq?: unknown; $in?: unknown }
  if (equal !== undefined) return findPaths(equal)
  const isPaths = Array.isArray(list) && list.every((path) => typeof path === 'string')
  return isPaths ? { paths: [...new Set(list)] } : {}
}

function findLocale(condition: unknown): Facts {
  if (typeof condition === 'string') return { locale: condition }
  const equal = typeof condition === 'object' && condition !== null && '$eq' in condition && condition.$eq
  return typeof equal === 'string' ? { locale: equal } : {}
}
