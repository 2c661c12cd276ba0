import { ContentError } from '../content-error.ts'

/** How much a question may hold. More is a mistake, or meant to hurt. */
export const MOST = {
  /** Results, and neighbours on one side. */
  results: 10_000,
  depth: 32,
  conditions: 5000,
  listLength: 1000,
  textLength: 5000,
  patternLength: 500,
  sortKeys: 16,
} as const

/**
 * @param place where in the question it stands: `where[0].rating.$between`
 * @param complaint the rest of the sentence
 * @throws {ContentError} always, 400
 */
export function refuse(place: string, complaint: string): never {
  throw new ContentError(400, `${place} ${complaint}`, { statusMessage: 'Bad Request', data: { place } })
}

/** What the text is called in a complaint: short, whatever was sent. */
export function quote(text: string): string {
  return text.length > 60 ? `"${text.slice(0, 60)}…"` : `"${text}"`
}
