/**
 * Returns the path of the results for a text, without the locale. For an empty text, returns the path of the empty
 * search page.
 */
export function searchPath(query: string): string {
  return query === '' ? '/search' : `/search?${new URLSearchParams({ q: query })}`
}

/** Normalizes a typed query. It trims the query, collapses whitespace and removes characters that no page can show. */
export function readQuery(typed: string): string {
  return typed.replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ').trim()
}
