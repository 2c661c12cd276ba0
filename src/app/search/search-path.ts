/** Path of the results for a text, without the locale; of the empty search page for an empty text. */
export function searchPath(query: string): string {
  return query === '' ? '/search' : `/search?${new URLSearchParams({ q: query })}`
}

/**
 * What was typed as it is looked for: blanks at its ends, and more than one in a row, mean nothing, and neither does
 * what no page can show.
 */
export function readQuery(typed: string): string {
  return typed.replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ').trim()
}
