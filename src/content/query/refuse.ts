import { ContentError } from '../content-error.ts'

/** Exceeding them is a mistake or an attack. */
export const LIMITS = {
  /** Also neighbors on one side. */
  results: 10_000,
  depth: 32,
  conditions: 2000,
  listLength: 1000,
  textLength: 5000,
  patternLength: 500,
  patternSteps: 500,
  allPatternSteps: 2000,
  sortKeys: 16,
  /** `author.name` and `tags.0` have two. */
  keySteps: 16,
  /** Conditions, steps of keys and expressions, contained texts and picked fields, times the number of documents. */
  work: 500_000,
} as const

const MAX_PLACE_LENGTH = 200

/** `complaint` continues the sentence that begins with the place, such as `where[0].rating.$between`. */
export function refuse(place: string, complaint: string): never {
  // A key of the client may be long. The end of the place names the mistake.
  const shown = place.length > MAX_PLACE_LENGTH ? `…${place.slice(-MAX_PLACE_LENGTH)}` : place
  throw new ContentError(400, `${shown} ${complaint}`, { statusMessage: 'Bad Request', data: { place: shown } })
}

/** @throws {ContentError} 400 if there are too many */
export function countKeySteps(key: string, place: string): number {
  let steps = 1
  for (let at = key.indexOf('.'); at >= 0; at = key.indexOf('.', at + 1)) {
    steps += 1
    if (steps > LIMITS.keySteps) refuse(place, `holds a key of more than ${LIMITS.keySteps} steps`)
  }
  return steps
}

export function quote(text: string): string {
  return text.length > 60 ? `"${text.slice(0, 60)}…"` : `"${text}"`
}
