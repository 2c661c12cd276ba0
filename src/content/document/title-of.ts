/** `1`, `1.2`, `1.0.x`: such a name is no number in front of a name. */
const VERSION = /^\d+(?:\.\d+)*(?:\.x)?$/

/** @returns the name in words: `1.gift-cards` is `Gift Cards` */
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

/** Without the number that orders it, without what says that it is a draft; empty for an index. */
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
