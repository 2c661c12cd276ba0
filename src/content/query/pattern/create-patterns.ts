import { RE2JS } from 're2js'

import { createBoundedCache } from '../bounded-cache.ts'
import { MOST, quote, refuse } from '../refuse.ts'
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

const TOKEN =
  /(\((?:\?(?::|P?<[^>]*>))?)|(\))|\{(\d+)(?:,(\d*))?\}|[|?*+^$]|\\(?:[pPx]\{[^}]*\}|.)|\[(?:\\.|[^\]\\])*\]|./gsu
const TAKES_NO_EMAIL = '|?*+^$'

const RANGE = /(?:\\x\{([\da-f]+)\}|\\?(.))-(?:\\x\{([\da-f]+)\}|\\?([^\]]))/giu
/** Before and beyond these letters nothing has another case; what holds them all need not be looked through. */
const FIRST_CASED = 0x41
const LAST_CASED = 0x1e943
/** Letters of a range whose other cases are found in about the time that a step takes to make. */
const FOLDED_IN_A_STEP = 1000

/**
 * How large an expression becomes once its repetitions are written out, about: known before any work is done for it,
 * since fifty letters may ask for fifty thousand steps.
 * @param written in the syntax of RE2, as `translatePattern` gives it
 * @param ignoresCase then each letter of each range is looked up for its other cases
 */
export function countSteps(written: string, ignoresCase: boolean): number {
  const outside: number[] = []
  let steps = 0
  let last = 0
  for (const [token, opens, closes, least, most] of written.matchAll(TOKEN)) {
    if (opens) {
      outside.push(steps)
      steps = 0
    } else if (closes) {
      last = steps
      steps += outside.pop() ?? 0
    } else if (least !== undefined) {
      const repeated = last * Math.max(1, Number(most || least))
      steps += repeated - last
      last = repeated
    } else if (!TAKES_NO_EMAIL.includes(token)) {
      last = ignoresCase && token.startsWith('[') ? 1 + countFolded(token) : 1
      steps += last
    }
  }
  return steps
}

function countFolded(characterClass: string): number {
  let characters = 0
  for (const [, fromHex, from = '', toHex, to = ''] of characterClass.matchAll(RANGE)) {
    const first = fromHex === undefined ? (from.codePointAt(0) ?? 0) : Number.parseInt(fromHex, 16)
    const last = toHex === undefined ? (to.codePointAt(0) ?? 0) : Number.parseInt(toHex, 16)
    if (first > FIRST_CASED || last < LAST_CASED) characters += Math.max(0, Math.min(last, LAST_CASED) - first)
  }
  return Math.round(characters / FOLDED_IN_A_STEP)
}
