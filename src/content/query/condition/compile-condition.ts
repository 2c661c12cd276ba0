import { isRecord } from '../is-record.ts'
import type { Patterns } from '../pattern/create-patterns.ts'
import { countKeySteps, MOST, refuse } from '../refuse.ts'
import { createGetter } from './create-getter.ts'
import { allOf, equals, OPERATORS, type Test } from './operators.ts'
import { textOf } from './text-of.ts'

/** What one question may use up, and the expressions that it shares with others. */
export interface Compilation {
  patterns: Patterns
  /** How many conditions may still come, and how large the expressions in them may be. */
  conditionsLeft: number
  stepsLeft: number
  /** What one document costs so far: conditions, steps of keys, steps of expressions. */
  work: number
}

export function startCompilation(patterns: Patterns): Compilation {
  return { patterns, conditionsLeft: MOST.conditions, stepsLeft: MOST.allPatternSteps, work: 0 }
}

/** A test and roughly what it costs. */
export interface Weighed {
  test: Test
  weight: number
}

/** Fits what all tests fit. Their order makes no difference to the answer, only to its price. */
export function cheapFirst(tests: readonly Weighed[]): Test {
  return allOf(tests.toSorted((a, b) => a.weight - b.weight).map(({ test }) => test))
}

/**
 * Makes a condition ready to be asked of many values.
 *
 * A plain value fits what equals it, null included; an expression what it finds a match in; an object what all its keys
 * fit, so that `{}` fits every object and no missing value. A bare list is refused, because it may mean equality,
 * membership or order.
 *
 * @param place where it stands, for a complaint: `where[0].rating`
 * @throws {ContentError} 400, naming the place
 */
export function compileCondition(condition: unknown, place: string, compilation: Compilation, depth = 0): Test {
  compilation.conditionsLeft -= 1
  compilation.work += 1
  if (compilation.conditionsLeft < 0) refuse(place, `is one of more than ${MOST.conditions} conditions`)
  if (depth > MOST.depth) refuse(place, `lies deeper than ${MOST.depth} conditions`)
  if (Array.isArray(condition)) return refuse(place, 'is a list: say $in, $contains or $containsAny')
  if (isRecord(condition)) return cheapFirst(compileKeys(condition, place, compilation, depth))
  if (typeof condition === 'function' || typeof condition === 'symbol') return refuse(place, 'is no condition')
  checkSize(condition, place)
  return equals(condition, { pattern: createPattern(place, compilation) })
}

/**
 * Makes the keys of a condition ready, one by one.
 * @throws {ContentError} 400, naming the place
 */
export function compileKeys(
  condition: Record<string, unknown>,
  place: string,
  compilation: Compilation,
  depth = 0,
): Weighed[] {
  const keys = Object.entries(condition)
  if (keys.length === 0) return [{ test: (value) => typeof value === 'object' && value !== null, weight: 1 }]
  return keys.map(([key, operand]) => {
    const stand = `${place}.${key}`
    checkSize(key, place)
    checkSize(operand, stand)
    const compile = (inner: unknown, step = ''): Test => compileCondition(inner, stand + step, compilation, depth + 1)
    if (key.startsWith('$')) {
      const operator = OPERATORS.get(key) ?? refuse(stand, 'is no operator')
      const test = operator(operand, { place: stand, compile, pattern: createPattern(stand, compilation) })
      return { test, weight: weigh(operand) }
    }
    compilation.work += countKeySteps(key, place)
    const get = createGetter(key)
    const test = compile(operand)
    return { test: (value: unknown) => test(get(value)), weight: weigh(operand) }
  })
}

function createPattern(place: string, compilation: Compilation): (expression: RegExp) => Test {
  return (expression) => {
    const { test, steps } = compilation.patterns(expression, place)
    compilation.stepsLeft -= steps
    compilation.work += steps
    if (compilation.stepsLeft < 0) refuse(place, 'is one of too many expressions')
    return (value) => {
      const text = textOf(value)
      return text !== undefined && test(text)
    }
  }
}

/** An equality 1, an expression much more; what lies deep is only guessed. */
function weigh(condition: unknown, depth = 2): number {
  if (condition instanceof RegExp) return 20
  if (typeof condition !== 'object' || condition === null) return 1
  if (depth === 0) return 20
  return Object.values(condition).reduce((sum: number, inner) => sum + 1 + weigh(inner, depth - 1), 1)
}

function checkSize(operand: unknown, place: string): void {
  if (Array.isArray(operand) && operand.length > MOST.listLength)
    refuse(place, `is a list of more than ${MOST.listLength}`)
  const texts: unknown[] = Array.isArray(operand) ? operand : [operand]
  if (texts.some((text) => typeof text === 'string' && text.length > MOST.textLength))
    refuse(place, `holds a text of more than ${MOST.textLength} letters`)
}
