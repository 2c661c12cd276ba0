/** A version number (`1.2`, `1.0.x`) as a whole name: its first number does not give the order of the file. */
const VERSION = /^\d+(?:\.\d+)*(?:\.x)?$/

/** `1.gift-cards` becomes `Gift Cards`. */
export function titleOf(name: string): string {
  return bareName(name)
    .split(/[\s-]/)
    .map((term) =>
      term
        .split(/[-_/.]/)
        .map(capitalize)
        .join(''),
    )
    .join(' ')
}

/** Without order number and `.draft`; empty for an index. */
export function bareName(name: string): string {
  if (VERSION.test(name)) return name
  return name
    .replace(/^\d+\./, '')
    .replace(/^index(?:\.draft)?$/, '')
    .replace(/\.draft$/, '')
}

function capitalize(term: string): string {
  return term.slice(0, 1).toUpperCase() + term.slice(1)
}
