export interface PlainPattern {
  test: (text: string) => boolean
  /** Of every text that matches; empty if there is none. */
  prefix: string
}

/** Special characters must be escaped, and only punctuation may be escaped. */
const PLAIN = /^(\^?)((?:[^\\^$.*+?()[\]{}|/]|\\[\\^$.*+?()[\]{}|/-])*)(\$?)$/su

/** Undefined for an expression that is not as simple as most of a site's: `/^\/blogs\//`. */
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
