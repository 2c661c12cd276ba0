import { LIMITS, quote, refuse } from '../refuse.ts'

/** @throws {ContentError} 400 if it is invalid or too long */
export function readExpression(source: string, flags: string, place: string): RegExp {
  checkLength(source, place)
  try {
    return new RegExp(source, flags)
  } catch {
    return refuse(place, `is no valid expression: ${quote(`/${source}/${flags}`)}`)
  }
}

export function checkLength(source: string, place: string): void {
  if (source.length > LIMITS.patternLength)
    refuse(place, `is an expression of more than ${LIMITS.patternLength} letters`)
}
