/** Without the locale. */
export function searchPath(query: string): string {
  return query === '' ? '/search' : `/search?${new URLSearchParams({ q: query })}`
}

/** Trims, collapses whitespace and removes characters that no page can show. */
export function readQuery(typed: string): string {
  return typed.replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ').trim()
}
