import type { Locale } from '#shared/i18n/locale.ts'

/** What a shopper types, and what a jeweller's good assistant would bring. */
export interface RelevanceRow {
  kind: string
  /** Of the page that it is typed on. */
  locale: Locale
  q: string
  /**
   * The handle of a product, which has to be among the first three; or of a shelf, of which the first three have to be
   * (all of it, where it holds fewer).
   */
  wants: string
}

/** Rows of one kind. They are only ever added to: what does not hold is printed, not reworded. */
export function rowsOf(kind: string, rows: readonly (readonly [Locale, q: string, wants: string])[]): RelevanceRow[] {
  return rows.map(([locale, q, wants]) => ({ kind, locale, q, wants }))
}
