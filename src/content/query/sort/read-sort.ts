import { isRecord } from '../is-record.ts'
import { countKeySteps, LIMITS, refuse } from '../refuse.ts'

export interface Collation {
  numeric: boolean
  sensitivity: 'base' | 'accent' | 'case' | 'variant'
  caseFirst: 'upper' | 'lower' | 'false'
  locale: string
}

export interface SortKey {
  key: string
  direction: 1 | -1
  collation: Collation
}

/** Fixed, so that the sort order does not depend on the locale of the machine. */
const DEFAULT_LOCALE = 'en-US'
const SENSITIVITIES = ['base', 'accent', 'case', 'variant'] as const
const CASES = ['upper', 'lower', 'false'] as const

/** By precedence: the last key of the query comes first. Throws ContentError 400 for an unknown direction or option. */
export function readSort(sort: unknown): SortKey[] {
  if (sort === undefined || sort === null) return []
  const rules: unknown[] = Array.isArray(sort) ? sort : [sort]
  if (rules.length > LIMITS.sortKeys) refuse('sort', `holds more than ${LIMITS.sortKeys} keys`)
  const keys = rules.flatMap((rule, index) => readRule(rule, Array.isArray(sort) ? `sort[${index}]` : 'sort'))
  if (keys.length > LIMITS.sortKeys) refuse('sort', `holds more than ${LIMITS.sortKeys} keys`)
  return keys.toReversed()
}

function readRule(rule: unknown, place: string): SortKey[] {
  if (!isRecord(rule)) return refuse(place, 'is no object')
  const { $numeric = false, $sensitivity = 'variant', $caseFirst = 'false', $locale = DEFAULT_LOCALE, ...keys } = rule
  if (typeof $numeric !== 'boolean') return refuse(`${place}.$numeric`, 'needs true or false')
  const collation = {
    numeric: $numeric,
    sensitivity: pickOne($sensitivity, SENSITIVITIES, `${place}.$sensitivity`),
    caseFirst: pickOne($caseFirst === false ? 'false' : $caseFirst, CASES, `${place}.$caseFirst`),
    locale: readLocale($locale, `${place}.$locale`),
  }
  return Object.entries(keys).map(([key, direction]) => {
    if (key.startsWith('$')) return refuse(`${place}.${key}`, 'is no option')
    if (key.length > LIMITS.textLength) return refuse(place, `holds a key of more than ${LIMITS.textLength} letters`)
    countKeySteps(key, place)
    if (direction !== 1 && direction !== -1) return refuse(`${place}.${key}`, 'needs 1 or -1')
    return { key, direction, collation }
  })
}

function pickOne<Option extends string>(value: unknown, options: readonly Option[], place: string): Option {
  return options.find((option) => option === value) ?? refuse(place, `needs one of ${options.join(', ')}`)
}

function readLocale(value: unknown, place: string): string {
  if (value === DEFAULT_LOCALE) return value
  try {
    if (typeof value !== 'string' || value.length > 100) throw new RangeError('no tag')
    return Intl.getCanonicalLocales(value)[0] ?? DEFAULT_LOCALE
  } catch {
    return refuse(place, 'needs the tag of a language, such as en or ru-RU')
  }
}
