import { isRecord } from '../is-record.ts'
import type { PatternCompiler } from '../pattern/pattern-compiler.ts'
import { countKeySteps, LIMITS, refuse } from '../refuse.ts'
import { createGetter } from './create-getter.ts'
import { allOf, equals, OPERATORS, type Test } from './operators.ts'
import { textOf } from './text-of.ts'

export type Compilation = ReturnType<typeof startCompilation>

/** The limits and the cost of one query. `compilePattern` is shared by all queries. */
export function startCompilation(compilePattern: PatternCompiler) {
  return {
    compilePattern,
    conditionsLeft: LIMITS.conditions,
    stepsLeft: LIMITS.allPatternSteps,
    /** Cost of testing one document, compared with `LIMITS.work`. */
    work: 0,
  }
}

export interface WeightedTest {
  test: Test
  /** The estimated cost, which decides only the order of tests. */
  weight: number
}

/** A value must pass all tests. Their order does not change the result. */
export function allOfCheapestFirst(tests: readonly WeightedTest[]): Test {
  return allOf(tests.toSorted((a, b) => a.weight - b.weight).map(({ test }) => test))
}

/**
 * An object matches if all its keys match, so `{}` matches every object and list. A bare list is rejected, because it may mean
 * equality, membership or order.
 * @param place for error messages: `where[0].rating`
 * @throws {ContentError} 400, naming the place
 */
export function compileCondition(condition: unknown, place: string, compilation: Compilation, depth = 0): Test {
  compilation.conditionsLeft -= 1
  compilation.work += 1
  if (compilation.conditionsLeft < 0) refuse(place, `is one of more than ${LIMITS.conditions} conditions`)
  if (depth > LIMITS.depth) refuse(place, `lies deeper than ${LIMITS.depth} conditions`)
  if (Array.isArray(condition)) return refuse(place, 'is a list: say $in, $contains or $containsAny')
  if (isRecord(condition)) return allOfCheapestFirst(compileKeys(condition, place, compilation, depth))
  if (typeof condition === 'function' || typeof condition === 'symbol') return refuse(place, 'is no condition')
  checkSize(condition, place)
  return equals(condition, { pattern: patternTests(place, compilation) })
}

/** One test for each key; a value must pass all. Throws ContentError 400, naming the place. */
export function compileKeys(
  condition: Record<string, unknown>,
  place: string,
  compilation: Compilation,
  depth = 0,
): WeightedTest[] {
  const keys = Object.entries(condition)
  if (keys.length === 0) return [{ test: (value) => typeof value === 'object' && value !== null, weight: 1 }]
  return keys.map(([key, operand]) => {
    const keyPlace = `${place}.${key}`
    checkSize(key, place)
    const compile = (inner: unknown, step = ''): Test =>
      compileCondition(inner, keyPlace + step, compilation, depth + 1)
    if (key.startsWith('$')) {
      checkSize(operand, keyPlace)
      const operator = OPERATORS.get(key) ?? refuse(keyPlace, 'is no operator')
      const pattern = patternTests(keyPlace, compilation)
      const addWork = (work: number) => void (compilation.work += work)
      const test = operator(operand, { place: keyPlace, compile, pattern, addWork })
      return { test, weight: estimateWeight(operand) }
    }
    compilation.work += countKeySteps(key, place)
    const get = createGetter(key)
    const test = compile(operand)
    return { test: (value: unknown) => test(get(value)), weight: estimateWeight(operand) }
  })
}

function patternTests(place: string, compilation: Compilation): (expression: RegExp) => Test {
  return (expression) => {
    const { test, steps } = compilation.compilePattern(expression, place)
    compilation.stepsLeft -= steps
    compilation.work += steps
    if (compilation.stepsLeft < 0) refuse(place, 'makes the expressions of the query too long')
    return (value) => {
      const text = textOf(value)
      return text !== undefined && test(text)
    }
  }
}

const EXPENSIVE = 20

/** Below two levels it is a guess. */
function estimateWeight(condition: unknown, depth = 2): number {
  if (condition instanceof RegExp) return EXPENSIVE
  if (typeof condition !== 'object' || condition === null) return 1
  if (depth === 0) return EXPENSIVE
  return Object.values(condition).reduce((sum: number, inner) => sum + 1 + estimateWeight(inner, depth - 1), 1)
}

function checkSize(operand: unknown, place: string): void {
  if (Array.isArray(operand) && operand.length > LIMITS.listLength)
    refuse(place, `is a list of more than ${LIMITS.listLength}`)
  const texts: unknown[] = Array.isArray(operand) ? operand : [operand]
  if (texts.some((text) => typeof text === 'string' && text.length > LIMITS.textLength))
    refuse(place, `holds a text of more than ${LIMITS.textLength} letters`)
}
