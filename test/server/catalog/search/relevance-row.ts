import type { Locale } from '#shared/i18n/locale.ts'

/** A query and its wanted result, as a good shop assistant would choose it. */
export interface RelevanceRow {
  kind: string
  /** The language of the page. */
  locale: Locale
  q: string
  /**
   * The handle of a product that must be among the first three results, or of a category that the first three results
   * must belong to (all its products if it has fewer).
   */
  wants: string
}

/** Rows of one kind. Rows are only added: a failing row is reported, never reworded. */
export function rowsOf(kind: string, rows: readonly (readonly [Locale, q: string, wants: string])[]): RelevanceRow[] {
  return rows.map(([locale, q, wants]) => ({ kind, locale, q, wants }))
}
