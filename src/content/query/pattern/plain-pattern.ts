/** An expression that only says how a text begins, ends, or what it holds. */
export interface PlainPattern {
  test: (text: string) => boolean
  /** What every text begins with that fits; empty where any beginning may fit. */
  prefix: string
}

/** Without letters that mean something: those must be escaped, and only signs may be. */
const PLAIN = /^(\^?)((?:[^\\^$.*+?()[\]{}|/]|\\[\\^$.*+?()[\]{}|/-])*)(\$?)$/su

/**
 * Sees whether an expression is so plain that text can be compared without it, as nearly all of a site's are:
 * `/^\/blogs\//`.
 * @returns undefined where it is not
 */
export function plainPattern({ source, flags }: RegExp): PlainPattern | undefined {
  if (/[imy]/.test(flags)) return undefined
  const [, start, escaped, end] = PLAIN.exec(source) ?? []
  if (escaped === undefined) return undefined
  const text = escaped.replaceAll(/\\(.)/g, '$1')
  if (start && end) return { test: (value) => value === text, prefix: text }
  if (start) return { test: (value) => value.startsWith(text), prefix: text }
  if (end) return { test: (value) => value.endsWith(text), prefix: '' }
  return { test: (value) => value.includes(text), prefix: '' }
}
