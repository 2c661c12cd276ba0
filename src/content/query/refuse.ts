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

/** What the text is called in a complaint: short, whatever was sent. */
export function quote(text: string): string {
  return text.length > 60 ? `"${text.slice(0, 60)}…"` : `"${text}"`
}
