import { MOST, quote, refuse } from '../refuse.ts'

/**
 * Reads an expression from text, as `$regex` and the wire bring it.
 * @throws {ContentError} 400
 */
export function readExpression(source: string, flags: string, place: string): RegExp {
  checkLength(source, place)
  try {
    return new RegExp(source, flags)
  } catch {
    return refuse(place, `is no valid expression: ${quote(`/${source}/${flags}`)}`)
  }
}

/** @throws {ContentError} 400 for what is too long to be worth reading */
export function checkLength(source: string, place: string): void {
  if (source.length > MOST.patternLength) refuse(place, `is an expression of more than ${MOST.patternLength} letters`)
}
