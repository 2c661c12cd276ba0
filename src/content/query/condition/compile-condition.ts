import type { TextTest } from '../pattern/create-patterns.ts'
import { MOST, refuse } from '../refuse.ts'
import { createGetter } from './create-getter.ts'
import { allOf, equals, OPERATORS, type Test } from './operators.ts'
import { textOf } from './text-of.ts'

/** What one question may use up, and the expressions that it shares with others. */
export interface Compilation {
  patterns: (expression: RegExp, place: string) => TextTest
  /** How many conditions may still come. */
  left: number
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
  compilation.left -= 1
  if (compilation.left < 0) refuse(place, `is one of more than ${MOST.conditions} conditions`)
  if (depth > MOST.depth) refuse(place, `lies deeper than ${MOST.depth} conditions`)
  const pattern = (expression: RegExp): Test => {
    const test = compilation.patterns(expression, place)
    return (value) => {
      const text = textOf(value)
      return text !== undefined && test(text)
    }
  }
  if (typeof condition === 'function' || typeof condition === 'symbol') refuse(place, 'is no condition')
  if (typeof condition === 'string' && condition.length > MOST.textLength)
    refuse(place, `is a text of more than ${MOST.textLength} letters`)
  if (Array.isArray(condition)) refuse(place, 'is a list: say $in, $contains or $containsAny')
  if (typeof condition !== 'object' || condition === null || condition instanceof RegExp)
    return equals(condition, { pattern })

  const tests = Object.entries(condition).map(([key, operand]): Weighed => {
    const stand = `${place}.${key}`
    checkSize(operand, stand)
    const compile = (inner: unknown, step = ''): Test => compileCondition(inner, stand + step, compilation, depth + 1)
    if (!key.startsWith('$')) {
      if (key.length > MOST.textLength) refuse(place, `holds a key of more than ${MOST.textLength} letters`)
      const get = createGetter(key)
      const test = compile(operand)
      return { test: (value) => test(get(value)), weight: weigh(operand) }
    }
    const operator = OPERATORS.get(key)
    if (!operator) return refuse(stand, 'is no operator')
    return { test: operator(operand, { place: stand, compile, pattern }), weight: weigh(operand) }
  })
  if (tests.length === 0) return (value) => typeof value === 'object' && value !== null
  return allOf(cheapFirst(tests))
}

export interface Weighed {
  test: Test
  weight: number
}

/** The order of tests that must all fit makes no difference to the answer, only to its price. */
export function cheapFirst(tests: readonly Weighed[]): Test[] {
  return tests.toSorted((a, b) => a.weight - b.weight).map(({ test }) => test)
}

/** Roughly what a condition costs: an equality 1, an expression much more; what lies deep is only guessed. */
export function weigh(condition: unknown, depth = 2): number {
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
