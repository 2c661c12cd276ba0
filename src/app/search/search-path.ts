/** Path of the results for a text, without the locale; of the empty search page for an empty text. */
export function searchPath(query: string): string {
  return query === '' ? '/search' : `/search?${new URLSearchParams({ q: query })}`
}

/**
 * Normalizes a typed query: trims it, collapses whitespace, and drops characters that no page can show.
 */
export function readQuery(typed: string): string {
  return typed.replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ').trim()
}
