import { readExpression } from '../pattern/read-expression.ts'
import { refuse } from '../refuse.ts'
import { textOf } from './text-of.ts'

export type Test = (value: unknown) => boolean

export interface OperatorTools {
  /** For error messages: `where[0].rating.$in`. */
  place: string
  /** Compiles a condition inside the operand; `step` is appended to the place: `[0]`. */
  compile: (condition: unknown, step?: string) => Test
  pattern: (expression: RegExp) => Test
  addWork: (work: number) => void
}

/** Compiles an operand once per query; the returned test runs on many documents. */
type Operator = (operand: unknown, tools: OperatorTools) => Test

type Plain = string | number | boolean | null

/** Each throws a ContentError 400 for an invalid operand. */
export const OPERATORS: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['$eq', equals],
  ['$ne', (operand, tools) => negate(equals(operand, tools))],
  ['$not', (operand, { compile }) => negate(compile(operand))],
  ['$match', (operand, { compile }) => compile(operand)],
  ['$and', (operand, tools) => allOf(compileList(operand, tools))],
  ['$or', (operand, tools) => anyOf(compileList(operand, tools))],
  ['$in', isIn],
  ['$contains', contains],
  ['$containsAny', containsAny],
  ['$icontains', containsInAnyCase],
  ['$exists', exists],
  ['$type', hasType],
  ['$regex', matches],
  ['$gt', (operand, tools) => compares(operand, tools, (value, bound) => value > bound)],
  ['$gte', (operand, tools) => compares(operand, tools, (value, bound) => value >= bound)],
  ['$lt', (operand, tools) => compares(operand, tools, (value, bound) => value < bound)],
  ['$lte', (operand, tools) => compares(operand, tools, (value, bound) => value <= bound)],
])

/** Strict: a number never equals a text, and a list or an object equals nothing. */
export function equals(operand: unknown, { pattern }: Pick<OperatorTools, 'pattern'>): Test {
  return operand instanceof RegExp ? pattern(operand) : (value) => value === operand
}

export function allOf(tests: readonly Test[]): Test {
  const [only] = tests
  if (tests.length === 1 && only) return only
  return (value) => {
    for (const test of tests) if (!test(value)) return false
    return true
  }
}

function anyOf(tests: readonly Test[]): Test {
  return (value) => tests.some((test) => test(value))
}

function negate(test: Test): Test {
  return (value) => !test(value)
}

function compileList(operand: unknown, { place, compile }: OperatorTools): Test[] {
  if (!Array.isArray(operand)) return refuse(place, 'needs a list of conditions')
  return operand.map((condition, index) => compile(condition, `[${index}]`))
}

/** In a list field, one element must equal an element of the operand. Other values must match one of its conditions. */
function isIn(operand: unknown, { compile }: OperatorTools): Test {
  const conditions = Array.isArray(operand) ? (operand as unknown[]) : [operand]
  const wanted = new Set(conditions)
  const isPlain = conditions.every((condition) => typeof condition !== 'object' || condition === null)
  const matchesValue: Test = isPlain
    ? (value) => wanted.has(value)
    : anyOf(conditions.map((condition, index) => compile(condition, `[${index}]`)))
  return (value) => (Array.isArray(value) ? value.some((element) => wanted.has(element)) : matchesValue(value))
}

function contains(operand: unknown, tools: OperatorTools): Test {
  const wanted = readPlain(Array.isArray(operand) ? operand : [operand], tools)
  if (wanted.length === 0) return () => true
  const texts = wanted.map(textOf)
  return (value) => {
    if (Array.isArray(value)) return wanted.every((element) => value.includes(element))
    const text = textOf(value)
    return text !== undefined && texts.every((part) => part !== undefined && text.includes(part))
  }
}

function containsAny(operand: unknown, tools: OperatorTools): Test {
  if (!Array.isArray(operand)) return refuse(tools.place, 'needs a list')
  const wanted = readPlain(operand, tools)
  tools.addWork(wanted.length)
  const texts = wanted.map(textOf)
  return (value) => {
    if (Array.isArray(value)) return wanted.some((element) => value.includes(element))
    const text = textOf(value)
    return text !== undefined && texts.some((part) => part !== undefined && text.includes(part))
  }
}

function readPlain(list: readonly unknown[], { place }: OperatorTools): Plain[] {
  const odd = list.findIndex((element) => element !== null && !/^(string|number|boolean)$/.test(typeof element))
  if (odd >= 0) refuse(place, 'needs texts, numbers, true, false or null')
  return list as Plain[]
}

function containsInAnyCase(operand: unknown, { place }: OperatorTools): Test {
  if (typeof operand !== 'string') return refuse(place, 'needs a text; $contains takes other values')
  const wanted = operand.toLowerCase()
  return (value) => textOf(value)?.toLowerCase().includes(wanted) ?? false
}

function exists(operand: unknown, { place }: OperatorTools): Test {
  if (typeof operand !== 'boolean') return refuse(place, 'needs true or false')
  return (value) => (value !== undefined) === operand
}

/** A name that `typeof` never returns, such as `array`, matches nothing. */
function hasType(operand: unknown, { place }: OperatorTools): Test {
  if (typeof operand !== 'string') return refuse(place, 'needs the name of a type')
  return (value) => typeof value === operand
}

/** The operand is a regular expression, its text `/source/flags`, or only the source. */
function matches(operand: unknown, { place, pattern }: OperatorTools): Test {
  if (operand instanceof RegExp) return pattern(operand)
  if (typeof operand !== 'string') return refuse(place, 'needs an expression, or its text')
  const [, source = operand, flags = ''] = /^\/(.+)\/([dgimsuy]*)$/s.exec(operand) ?? []
  return pattern(readExpression(source, flags, place))
}

/** Numbers with numbers, and texts with texts by code unit. Values are never converted. */
function compares(
  operand: unknown,
  { place }: OperatorTools,
  matchesValue: (value: string | number, bound: string | number) => boolean,
): Test {
  if (typeof operand !== 'string' && typeof operand !== 'number') return refuse(place, 'needs a number or a text')
  const type = typeof operand
  return (value) => typeof value === type && matchesValue(value as string | number, operand)
}
