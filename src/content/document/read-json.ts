import { LineCounter, parseDocument } from 'yaml'

import { isFields } from './nest-dotted.ts'
import type { Reading } from './reading.ts'

/** Reads JSON: a list or fields. */
export function readJson(text: string): Reading {
  try {
    const value: unknown = JSON.parse(text)
    if (Array.isArray(value) || isFields(value)) return { value }
    return { fault: { line: 1, message: 'An object or a list is expected here.' } }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    // Engines quote what stands around the place, over several lines.
    const [message = reason] = reason.split(/, (?:\.{3})?"|\n/)
    return { fault: { line: lineOf(text, reason), message: `This is not JSON: ${message}.` } }
  }
}

/** Engines name the place of some mistakes; YAML, which JSON is a part of, finds the others. */
function lineOf(text: string, reason: string): number {
  const counter = new LineCounter()
  const { errors } = parseDocument(text, { lineCounter: counter, prettyErrors: false })
  const named = /position (\d+)/.exec(reason)?.[1]
  const offset = named === undefined ? errors[0]?.pos[0] : Number(named)
  const last = text.trimEnd().split('\n').length
  return offset === undefined ? last : Math.min(last, counter.linePos(offset).line)
}
