/** A cell of the file, or a whole line of it. */
export interface Place {
  /** The line of the text file, from 1. */
  line: number
  /** The row of the table, from 1. It differs from the line if cells above contain line breaks. */
  row: number
  /** Absent for a whole line. */
  column?: { index: number; name: string }
}

interface Problem {
  place: Place | undefined
  message: string
}

export type Report = ReturnType<typeof createReport>

const MOST_LISTED = 100
const ALPHABET_SIZE = 26

/** Collects what is wrong with an import, so that everything is listed at once. */
export function createReport() {
  const errors: Problem[] = []
  const warnings = new Map<string, number>()
  return {
    /** Adds a mistake that has to be corrected before anything is imported. */
    error: (message: string, place?: Place) => void errors.push({ message, place }),
    /** Adds a remark. Equal remarks are counted. */
    warn: (message: string) => void warnings.set(message, (warnings.get(message) ?? 0) + 1),
    hasErrors: () => errors.length > 0,
    /** @returns the mistakes by line, one a line of text, and how many are not listed */
    errorLines(file: string) {
      const sorted = errors.toSorted((a, b) => byPlace(a.place, b.place))
      const lines = sorted
        .slice(0, MOST_LISTED)
        .map(({ place, message }) => `${[file, nameOf(place)].join('')}: ${message}`)
      const rest = errors.length - lines.length
      return rest > 0 ? [...lines, `${rest} more errors; the first ${MOST_LISTED} are listed.`] : lines
    },
    /** @returns the remarks with their number */
    warningLines: () => [...warnings].map(([message, count]) => (count > 1 ? `${message} (${count} times)` : message)),
  }
}

function byPlace(a: Place | undefined, b: Place | undefined): number {
  return (a?.line ?? 0) - (b?.line ?? 0) || (a?.column?.index ?? -1) - (b?.column?.index ?? -1)
}

function nameOf(place: Place | undefined): string {
  if (!place) return ''
  const row = place.row === place.line ? '' : ` (row ${place.row})`
  const column = place.column ? `, column ${columnName(place.column.index)} "${place.column.name}"` : ''
  return `, line ${place.line}${row}${column}`
}

/** The name of a column in a spreadsheet: A to Z, then AA. */
function columnName(index: number): string {
  const rest = Math.floor(index / ALPHABET_SIZE)
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCodePoint(65 + (index % ALPHABET_SIZE))
}
