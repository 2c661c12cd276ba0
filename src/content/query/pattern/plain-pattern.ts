export interface PlainPattern {
  test: (text: string) => boolean
  /** Prefix of every text that matches; empty if there is none. */
  prefix: string
}

/** Special characters must be escaped, and only punctuation may be escaped. */
const PLAIN = /^(\^?)((?:[^\\^$.*+?()[\]{}|/]|\\[\\^$.*+?()[\]{}|/-])*)(\$?)$/su

/** A string comparison for an expression as simple as most of a site's: `/^\/blogs\//`. Undefined for others. */
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
