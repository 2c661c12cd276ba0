import { RE2JS } from 're2js'

import { createBoundedCache } from '../bounded-cache.ts'
import { LIMITS, quote, refuse } from '../refuse.ts'
import { plainPattern } from './plain-pattern.ts'
import { checkLength } from './read-expression.ts'
import { translatePattern } from './translate-pattern.ts'

const MAX_CACHED = 200
const MIN_STEPS = 20
const CASE_INSENSITIVE_GROUP = /\(\?[a-z]*i/

export interface Pattern {
  test: (text: string) => boolean
  /** 0 for an expression that needs no compilation. */
  steps: number
}

/** @throws {ContentError} 400 if the expression is too long, too large, or not supported by RE2 */
export type PatternCompiler = (expression: RegExp, place: string) => Pattern

/**
 * RE2 runs in linear time, so a hostile expression cannot block the process. Tests have no `lastIndex` and read by code
 * point; with `m` only a line feed ends a line.
 */
export function createPatternCompiler(): PatternCompiler {
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
    let re2Flags = 0
    if (flags.includes('i')) re2Flags |= RE2JS.CASE_INSENSITIVE
    if (flags.includes('m')) re2Flags |= RE2JS.MULTILINE
    if (flags.includes('s')) re2Flags |= RE2JS.DOTALL
    const written = translatePattern(source, flags)
    // Compiling a huge expression is the attack that the limit prevents, so its size is estimated first.
    const counted = countSteps(written, flags.includes('i') || CASE_INSENSITIVE_GROUP.test(written))
    if (counted > LIMITS.patternSteps) throw new RangeError('is too large an expression')
    const expression = RE2JS.compile(written, re2Flags)
    const steps = Math.max(counted, expression.programSize())
    if (steps > LIMITS.patternSteps) throw new RangeError('is too large an expression')
    return { test: (text) => expression.test(text), steps: steps + MIN_STEPS }
  } catch (error) {
    if (error instanceof RangeError) return refuse(place, error.message)
    return refuse(place, `is an expression that is not supported: ${quote(`/${source}/${flags}`)}`)
  }
}

const TOKEN =
  /(\((?:\?(?::|P?<[^>]*>))?)|(\))|\{(\d+)(?:,(\d*))?\}|[|?*+^$]|\\(?:[pPx]\{[^}]*\}|.)|\[(?:\\.|[^\]\\])*\]|./gsu
const ZERO_STEP_TOKENS = '|?*+^$'

const RANGE = /(?:\\x\{([\da-f]+)\}|\\?(.))-(?:\\x\{([\da-f]+)\}|\\?([^\]]))/giu
/** Only these code points have another case. RE2 does not fold a range that contains all of them. */
const FIRST_CASED = 0x41
const LAST_CASED = 0x1e943
/** RE2 folds so many characters in about the time it needs to compile one step. */
const FOLDED_PER_STEP = 1000

/**
 * With repetitions expanded: fifty characters may expand to fifty thousand steps. With `ignoresCase`, the case folding
 * of ranges is counted too.
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
    } else if (!ZERO_STEP_TOKENS.includes(token)) {
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
  return Math.round(characters / FOLDED_PER_STEP)
}
