import { RE2JS } from 're2js'

import { createBoundedCache } from '../bounded-cache.ts'
import { quote, refuse } from '../refuse.ts'
import { countSteps } from './count-steps.ts'
import { plainPattern } from './plain-pattern.ts'
import { checkLength } from './read-expression.ts'
import { translatePattern } from './translate-pattern.ts'

const MOST_KEPT = 200
/** Steps of the compiled expression: what a letter of the text may cost. */
const MOST_STEPS = 1000

export type TextTest = (text: string) => boolean

/**
 * Makes tests out of expressions. They run in linear time, whoever wrote them, and remember nothing: `g` and `y` have no
 * position to keep. A text is read by code points, with and without `u`.
 * @returns a function; its place names where the expression stands. It throws ContentError 400 for what is too long, too
 * large, or beyond RE2
 */
export function createPatterns(): (expression: RegExp, place: string) => TextTest {
  const compiled = createBoundedCache<TextTest>(MOST_KEPT)
  return (expression, place) => {
    const { source, flags } = expression
    checkLength(source, place)
    return compiled(`${flags}/${source}`, () => plainPattern(expression)?.test ?? compile(source, flags, place))
  }
}

function compile(source: string, flags: string, place: string): TextTest {
  try {
    let wanted = 0
    if (flags.includes('i')) wanted |= RE2JS.CASE_INSENSITIVE
    if (flags.includes('m')) wanted |= RE2JS.MULTILINE
    if (flags.includes('s')) wanted |= RE2JS.DOTALL
    const written = translatePattern(source, flags)
    if (countSteps(written) > MOST_STEPS) throw new RangeError('is too large an expression')
    const expression = RE2JS.compile(written, wanted)
    if (expression.programSize() > MOST_STEPS) throw new RangeError('is too large an expression')
    return (text) => expression.test(text)
  } catch (error) {
    if (error instanceof RangeError) return refuse(place, error.message)
    return refuse(place, `is an expression that is not supported: ${quote(`/${source}/${flags}`)}`)
  }
}
