/** A version number as a whole name: `1`, `1.2`, `1.0.x`. Its first number does not give the order of the file. */
const VERSION = /^\d+(?:\.\d+)*(?:\.x)?$/

/** @returns the title made from a file name: `1.gift-cards` becomes `Gift Cards` */
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

/** @returns the name without its order number and its `.draft` suffix; empty for an index */
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
