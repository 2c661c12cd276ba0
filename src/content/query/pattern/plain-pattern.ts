/** A regular expression that only compares the start, the end, or a part of a text. */
export interface PlainPattern {
  test: (text: string) => boolean
  /** Prefix of every text that matches; empty if there is none. */
  prefix: string
}

/** Special characters must be escaped, and only punctuation may be escaped. */
const PLAIN = /^(\^?)((?:[^\\^$.*+?()[\]{}|/]|\\[\\^$.*+?()[\]{}|/-])*)(\$?)$/su

/**
 * Replaces a regular expression by a string comparison if it is simple enough, as most of a site's are: `/^\/blogs\//`.
 * @returns undefined if it is not
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
