/** Tells of the visit to whom the operator named, once the visitor agrees. */
export function MeasureVisit() {
  return null
}
