import { RE2JS } from 're2js'

import { createBoundedCache } from '../bounded-cache.ts'
import { MOST, quote, refuse } from '../refuse.ts'
import { countSteps } from './count-steps.ts'
import { plainPattern } from './plain-pattern.ts'
import { checkLength } from './read-expression.ts'
import { translatePattern } from './translate-pattern.ts'

const MAX_CACHED = 200
/** What even the smallest costs. */
const STEPS_OF_ANY = 20
/** A group that switches it on for itself: `(?i:…)`. */
const IGNORES_CASE_WITHIN = /\(\?[a-z]*i/

export interface Pattern {
  test: (text: string) => boolean
  /** What it costs to make: 0 for one so plain that nothing has to be made. */
  steps: number
}

/** @throws {ContentError} 400, naming the place, for what is too long, too large, or beyond RE2 */
export type Patterns = (expression: RegExp, place: string) => Pattern

/**
 * Makes tests out of expressions. They run in linear time, no matter who wrote them, and remember nothing: `g` and `y`
 * have no position to keep. A text is read by code points, with and without `u`, and to `m` a line ends at \n alone.
 */
export function createPatterns(): Patterns {
  const compiled = createBoundedCache<Pattern>(MAX_CACHED)
  return (expression, place) => {
    const { source, flags } = expression
    checkLength(source, place)
    return compiled(`${flags}/${source}`, () => {
      const plain = plainPattern(expression)
      return plain ? { test: plain.test, steps: 0 } : compile(source, flags, place)
    })
  }
}

function compile(source: string, flags: string, place: string): Pattern {
  try {
    let wanted = 0
    if (flags.includes('i')) wanted |= RE2JS.CASE_INSENSITIVE
    if (flags.includes('m')) wanted |= RE2JS.MULTILINE
    if (flags.includes('s')) wanted |= RE2JS.DOTALL
    const written = translatePattern(source, flags)
    // To make it only to see that it is too large would be what hurts.
    const counted = countSteps(written, flags.includes('i') || IGNORES_CASE_WITHIN.test(written))
    if (counted > MOST.patternSteps) throw new RangeError('is too large an expression')
    const expression = RE2JS.compile(written, wanted)
    const steps = Math.max(counted, expression.programSize())
    if (steps > MOST.patternSteps) throw new RangeError('is too large an expression')
    return { test: (text) => expression.test(text), steps: steps + STEPS_OF_ANY }
  } catch (error) {
    if (error instanceof RangeError) return refuse(place, error.message)
    return refuse(place, `is an expression that is not supported: ${quote(`/${source}/${flags}`)}`)
  }
}
