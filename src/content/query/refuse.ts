import { ContentError } from '../content-error.ts'

/** How much a question may hold. More is a mistake, or meant to hurt. */
export const MOST = {
  /** Results, and neighbours on one side. */
  results: 10_000,
  depth: 32,
  conditions: 2000,
  listLength: 1000,
  textLength: 5000,
  patternLength: 500,
  /** Of one expression, and of all that a question holds. */
  patternSteps: 500,
  allPatternSteps: 2000,
  sortKeys: 16,
  /** Of one key: `author.name` has two, and `tags.0` too. */
  keySteps: 16,
  /** Conditions, steps of keys and steps of expressions, times the documents that they may be asked of. */
  work: 500_000,
} as const

const LONGEST_PLACE = 200

/**
 * @param place where in the question it stands: `where[0].rating.$between`
 * @param complaint the rest of the sentence
 * @throws {ContentError} always, 400
 */
export function refuse(place: string, complaint: string): never {
  // Keys come from outside and may be of any length; what fails is at the end.
  const shown = place.length > LONGEST_PLACE ? `…${place.slice(-LONGEST_PLACE)}` : place
  throw new ContentError(400, `${shown} ${complaint}`, { statusMessage: 'Bad Request', data: { place: shown } })
}

/**
 * How many steps a key has.
 * @throws {ContentError} 400 for one of too many
 */
export function countKeySteps(key: string, place: string): number {
  let steps = 1
  for (let at = key.indexOf('.'); at >= 0; at = key.indexOf('.', at + 1)) {
    steps += 1
    if (steps > MOST.keySteps) refuse(place, `holds a key of more than ${MOST.keySteps} steps`)
  }
  return steps
}

/** What the text is called in a complaint: short, whatever was sent. */
export function quote(text: string): string {
  return text.length > 60 ? `"${text.slice(0, 60)}…"` : `"${text}"`
}
