import type { ContentDocument } from '#content/document.ts'
import type { ContentQuery, SortRule } from '#shared/content/content-source.ts'

type Fields = Record<string, unknown>

/**
 * Answers a query the plain way: tests every document with every condition, sorts a copy of the list by collation, and
 * slices it. It is the reference for the engine. The query must be valid.
 * @param documents in stored order
 */
export function askNaively(documents: readonly ContentDocument[], query: ContentQuery): unknown {
  const { skip = 0, limit = 0, only, without, surround } = query
  const where = listOf(query.where)
  const fitting = documents.filter((document) => where.every((condition) => fits(document, condition)))
  if (query.count) return fitting.length
  const sorted = sortBy(fitting, listOf(query.sort))
  const pick = (document: ContentDocument) => keep(drop(document, listOf(without)), listOf(only))
  if (surround) {
    const { before = 1, after = 1 } = surround
    const centre = typeof surround.query === 'string' ? { _path: surround.query } : surround.query
    const at = sorted.findIndex((document) => fits(document, centre))
    const steps = [...range(-before, -1), ...range(1, after)]
    return steps.map((step) => (at < 0 || !sorted[at + step] ? null : pick(sorted[at + step] as ContentDocument)))
  }
  const cut = sorted.slice(skip, limit ? skip + limit : undefined).map(pick)
  return query.first ? (cut[0] ?? null) : cut
}

export function fits(value: unknown, condition: unknown): boolean {
  if (condition instanceof RegExp) {
    const found = text(value)
    condition.lastIndex = 0
    return found !== undefined && condition.test(found)
  }
  if (typeof condition !== 'object' || condition === null) return value === condition
  const keys = Object.keys(condition)
  if (keys.length === 0) return typeof value === 'object' && value !== null
  return keys.every((key) => {
    const operand = (condition as Fields)[key]
    return key.startsWith('$') ? operate(key, value, operand) : fits(lookUp(value, key), operand)
  })
}

function operate(operator: string, value: unknown, operand: unknown): boolean {
  switch (operator) {
    case '$eq':
      return operand instanceof RegExp ? fits(value, operand) : value === operand
    case '$ne':
      return !operate('$eq', value, operand)
    case '$not':
      return !fits(value, operand)
    case '$match':
      return fits(value, operand)
    case '$and':
      return (operand as unknown[]).every((condition) => fits(value, condition))
    case '$or':
      return (operand as unknown[]).some((condition) => fits(value, condition))
    case '$in':
      return listOf(operand).some((one) => (Array.isArray(value) ? value.includes(one) : fits(value, one)))
    case '$contains':
      return listOf(operand).length === 0 || listOf(operand).every((part) => holds(value, part))
    case '$containsAny':
      return listOf(operand).some((part) => holds(value, part))
    case '$icontains':
      return text(value)?.toLowerCase().includes(String(operand).toLowerCase()) ?? false
    case '$exists':
      return (value !== undefined) === operand
    case '$type':
      return typeof value === operand
    case '$regex':
      return fits(value, operand instanceof RegExp ? operand : toExpression(String(operand)))
    case '$gt':
      return typeof value === typeof operand && (value as number) > (operand as number)
    case '$gte':
      return typeof value === typeof operand && (value as number) >= (operand as number)
    case '$lt':
      return typeof value === typeof operand && (value as number) < (operand as number)
    case '$lte':
      return typeof value === typeof operand && (value as number) <= (operand as number)
    default:
      throw new Error(`There is no ${operator}`)
  }
}

function toExpression(source: string): RegExp {
  const [, inner = source, flags = ''] = /^\/(.+)\/([dgimsuy]*)$/s.exec(source) ?? []
  return new RegExp(inner, flags)
}

function holds(value: unknown, part: unknown): boolean {
  if (Array.isArray(value)) return value.includes(part)
  const [whole, wanted] = [text(value), text(part)]
  return whole !== undefined && wanted !== undefined && whole.includes(wanted)
}

function lookUp(from: unknown, key: string): unknown {
  return key.includes('.') ? key.split('.').reduce(readOwn, from) : readOwn(from, key)
}

function readOwn(from: unknown, key: string): unknown {
  if (from === undefined || from === null) return undefined
  const owner = (typeof from === 'object' ? from : Object(from)) as Fields
  return Object.hasOwn(owner, key) ? owner[key] : undefined
}

function text(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map((element) => text(element) ?? '').join(',')
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

function sortBy(documents: ContentDocument[], rules: SortRule[]): ContentDocument[] {
  return rules.reduce((list, rule) => {
    const { $numeric: numeric = false, $sensitivity: sensitivity, $caseFirst: caseFirst, $locale, ...keys } = rule
    const options = { numeric, ...(sensitivity && { sensitivity }), ...(caseFirst && { caseFirst }) }
    const { compare } = new Intl.Collator($locale ?? 'en-US', options)
    return Object.entries(keys).reduce((sorted, [key, direction]) => {
      const order = (a: ContentDocument, b: ContentDocument) => {
        const [one, other] = [lookUp(a, key), lookUp(b, key)]
        if (numeric && typeof one === 'number' && typeof other === 'number') return one - other
        const [left, right] = [sortText(one), sortText(other)]
        if (left === undefined || right === undefined) return absence(one) - absence(other)
        return compare(left, right)
      }
      return sorted.toSorted((a, b) => order(a, b) * Number(direction))
    }, list)
  }, documents)
}

function sortText(value: unknown): string | undefined {
  return text(value) ?? (typeof value === 'object' && value !== null ? '[object Object]' : undefined)
}

/** Null sorts after every value, and a missing value after null. */
function absence(value: unknown): number {
  return value === undefined ? 2 : Number(value === null)
}

function drop(document: Partial<ContentDocument>, keys: string[]): Partial<ContentDocument> {
  if (keys.length === 0) return document
  return Object.fromEntries(Object.entries(document).filter(([key]) => !isNamed(key, keys)))
}

function keep(document: Partial<ContentDocument>, keys: string[]): Partial<ContentDocument> {
  if (keys.length === 0) return document
  return Object.fromEntries(Object.entries(document).filter(([key]) => isNamed(key, keys)))
}

function isNamed(key: string, keys: string[]): boolean {
  return keys.some((name) => name === key || ((name === '_' || name === '$') && key.startsWith(name)))
}

function listOf<Item>(value: Item | Item[] | undefined): Item[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
}
